// Lucene: an index in memory, queries, scores in their order.
// jars: lucene-core-8.7.0.jar lucene-analyzers-common-8.7.0.jar lucene-queryparser-8.7.0.jar lucene-queries-8.7.0.jar
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;

public class UseLucene {
    public static void main(String[] args) throws Exception {
        Directory folder = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(folder, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (String text : new String[] {"the quick brown fox", "a lazy dog", "the quick dog sleeps quick"}) {
                Document document = new Document();
                document.add(new TextField("body", text, Field.Store.YES));
                writer.addDocument(document);
            }
        }
        try (IndexReader reader = DirectoryReader.open(folder)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            for (String query : new String[] {"quick", "dog AND NOT lazy", "\"brown fox\"", "sle*"}) {
                TopDocs found = searcher.search(new QueryParser("body", new StandardAnalyzer()).parse(query), 10);
                System.out.println(query + ": " + found.totalHits);
                for (ScoreDoc hit : found.scoreDocs) {
                    System.out.println("  " + searcher.doc(hit.doc).get("body"));
                }
            }
        }
    }
}
