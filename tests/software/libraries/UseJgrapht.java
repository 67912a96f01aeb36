// JGraphT: shortest paths, cycles, a spanning tree.
// jars: jgrapht0.8.jar
import org.jgrapht.alg.*;
import org.jgrapht.graph.*;
import org.jgrapht.traverse.TopologicalOrderIterator;

public class UseJgrapht {
    public static void main(String[] args) throws Exception {
        SimpleDirectedWeightedGraph<String, DefaultWeightedEdge> graph = new SimpleDirectedWeightedGraph<>(DefaultWeightedEdge.class);
        for (String name : new String[] {"a", "b", "c", "d"}) {
            graph.addVertex(name);
        }
        graph.setEdgeWeight(graph.addEdge("a", "b"), 1);
        graph.setEdgeWeight(graph.addEdge("b", "d"), 5);
        graph.setEdgeWeight(graph.addEdge("a", "c"), 2);
        graph.setEdgeWeight(graph.addEdge("c", "d"), 1);
        System.out.println(DijkstraShortestPath.findPathBetween(graph, "a", "d") + " " + new CycleDetector<>(graph).detectCycles());
        StringBuilder order = new StringBuilder();
        new TopologicalOrderIterator<>(graph).forEachRemaining(order::append);
        System.out.println(order.charAt(0) + " " + order.charAt(3));
    }
}
