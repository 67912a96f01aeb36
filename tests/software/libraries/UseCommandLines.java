// Command lines by commons-cli, JCommander, args4j, joptsimple and picocli.
// jars: commons-cli.jar jcommander.jar args4j.jar joptsimple.jar picocli.jar
import org.apache.commons.cli.*;

public class UseCommandLines {
    static class JCommanderArguments {
        @com.beust.jcommander.Parameter(names = "-n")
        int number;

        @com.beust.jcommander.Parameter(names = "--verbose")
        boolean verbose;

        @com.beust.jcommander.Parameter
        java.util.List<String> files = new java.util.ArrayList<>();
    }

    public static class Args4jArguments {
        @org.kohsuke.args4j.Option(name = "-n")
        int number;

        @org.kohsuke.args4j.Option(name = "--verbose")
        boolean verbose;

        @org.kohsuke.args4j.Argument
        String file;
    }

    @picocli.CommandLine.Command(name = "tool", description = "does nothing")
    static class PicocliArguments implements Runnable {
        @picocli.CommandLine.Option(names = "-n", description = "how often")
        int number;

        @picocli.CommandLine.Option(names = "--verbose")
        boolean verbose;

        @picocli.CommandLine.Parameters
        String[] files;

        @Override
        public void run() {
            System.out.println("run with " + files.length);
        }
    }

    public static void main(String[] args) throws Exception {
        String[] line = {"-n", "3", "--verbose", "file"};
        Options options = new Options().addOption("n", true, "number").addOption("v", "verbose", false, "talk");
        CommandLine parsed = new DefaultParser().parse(options, line);
        System.out.println(parsed.getOptionValue("n") + " " + parsed.hasOption("v") + " " + parsed.getArgList());
        JCommanderArguments one = new JCommanderArguments();
        com.beust.jcommander.JCommander.newBuilder().addObject(one).build().parse(line);
        System.out.println(one.number + " " + one.verbose + " " + one.files);
        Args4jArguments two = new Args4jArguments();
        new org.kohsuke.args4j.CmdLineParser(two).parseArgument(line);
        System.out.println(two.number + " " + two.verbose);
        joptsimple.OptionParser parser = new joptsimple.OptionParser("n:");
        parser.accepts("verbose");
        System.out.println(parser.parse(line).valueOf("n") + " " + parser.parse(line).nonOptionArguments());
        PicocliArguments three = new PicocliArguments();
        int code = new picocli.CommandLine(three).execute(line);
        System.out.println(three.number + " " + three.verbose + " " + code);
        new picocli.CommandLine(three).usage(System.out);
    }
}
