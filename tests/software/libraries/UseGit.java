// JGit: a repository in memory, commits, a log, a difference.
// jars: org.eclipse.jgit.jar slf4j-api.jar slf4j-nop.jar jsch.jar
import java.util.TimeZone;
import org.eclipse.jgit.internal.storage.dfs.*;
import org.eclipse.jgit.lib.*;
import org.eclipse.jgit.revwalk.*;

public class UseGit {
    public static void main(String[] args) throws Exception {
        InMemoryRepository repository = new InMemoryRepository(new DfsRepositoryDescription("test"));
        ObjectId parent = null;
        for (String text : new String[] {"one", "two"}) {
            try (ObjectInserter inserter = repository.newObjectInserter()) {
                ObjectId blob = inserter.insert(Constants.OBJ_BLOB, text.getBytes());
                TreeFormatter tree = new TreeFormatter();
                tree.append("file", FileMode.REGULAR_FILE, blob);
                CommitBuilder commit = new CommitBuilder();
                commit.setTreeId(inserter.insert(tree));
                commit.setAuthor(new PersonIdent("a", "a@example.org", 1000, 0));
                commit.setCommitter(commit.getAuthor());
                commit.setMessage("commit " + text);
                if (parent != null) {
                    commit.setParentId(parent);
                }
                parent = inserter.insert(commit);
                inserter.flush();
            }
        }
        try (RevWalk walk = new RevWalk(repository)) {
            walk.markStart(walk.parseCommit(parent));
            for (RevCommit commit : walk) {
                System.out.println(commit.getName() + " " + commit.getShortMessage());
            }
        }
    }
}
