// ANTLR 4: a grammar interpreted, a tree walked, an error recovered from.
// jars: antlr4.jar antlr4-runtime.jar antlr3-runtime.jar stringtemplate4.jar javax.json.jar javax.json-api.jar
import org.antlr.v4.runtime.*;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.tool.Grammar;

public class UseAntlr {
    public static void main(String[] args) throws Exception {
        Grammar grammar = new Grammar("grammar E; e : e '*' e | e '+' e | N | '(' e ')' ; N : [0-9]+ ; WS : ' ' -> skip ;");
        for (String text : new String[] {"1 + 2 * 3", "(1+2)*3", "4 + * 5"}) {
            LexerInterpreter lexer = grammar.createLexerInterpreter(CharStreams.fromString(text));
            ParserInterpreter parser = grammar.createParserInterpreter(new CommonTokenStream(lexer));
            parser.removeErrorListeners();
            ParseTree tree = parser.parse(grammar.rules.get("e").index);
            System.out.println(tree.toStringTree(parser) + " " + parser.getNumberOfSyntaxErrors());
        }
    }
}
