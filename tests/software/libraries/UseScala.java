// Scala's library from Java: lists, maps, futures on its own pool.
// jars: scala-library.jar
// check: 2000
import scala.collection.immutable.*;
import scala.concurrent.*;
import scala.concurrent.duration.Duration;

public class UseScala {
    public static void main(String[] args) throws Exception {
        List<Object> list = Nil$.MODULE$.$colon$colon(3).$colon$colon(2).$colon$colon(1);
        System.out.println(list + " " + list.reverse() + " " + list.length());
        VectorBuilder<Object> builder = new VectorBuilder<>();
        for (int i = 0; i < 40; i++) {
            builder.$plus$eq(i);
        }
        System.out.println(builder.result().apply(33) + " " + builder.result().size());
        ExecutionContext pool = ExecutionContext.Implicits$.MODULE$.global();
        Future<Integer> future = Future$.MODULE$.apply(new scala.runtime.AbstractFunction0<Integer>() {
            @Override
            public Integer apply() {
                return 6 * 7;
            }
        }, pool);
        System.out.println(Await.result(future, Duration.Inf()));
    }
}
