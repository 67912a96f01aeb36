// JRuby: a script with blocks, classes, threads and exceptions.
// jars: jruby-base.jar jcodings.jar joni.jar jnr-constants.jar jnr-posix.jar jnr-ffi.jar jffi.jar jnr-enxio.jar jnr-unixsocket.jar jnr-netdb.jar invokebinder.jar headius-options.jar dirgra.jar asm.jar asm-commons.jar asm-util.jar asm-tree.jar asm-analysis.jar jitescript.jar backport9.jar joda-time.jar jzlib.jar
// jdks: 17
import org.jruby.Ruby;
import org.jruby.RubyInstanceConfig;

public class UseJruby {
    public static void main(String[] args) throws Exception {
        RubyInstanceConfig config = new RubyInstanceConfig();
        config.setCompileMode(RubyInstanceConfig.CompileMode.OFF);
        config.setDisableGems(true);
        Ruby ruby = Ruby.newInstance(config);
        System.out.println(ruby.evalScriptlet("[1, 2, 3].map { |n| n * n }.reduce(:+)"));
        System.out.println(ruby.evalScriptlet("class A; attr_reader :x; def initialize(x); @x = x; end; def +(o); A.new(@x + o.x); end; end; (A.new(1) + A.new(2)).x.to_s + 'y'"));
        System.out.println(ruby.evalScriptlet("begin; raise ArgumentError, 'bad'; rescue => e; \"#{e.class} #{e.message}\"; end"));
        System.out.println(ruby.evalScriptlet("q = Queue.new; Thread.new { q << 5 }; q.pop + 1"));
        ruby.tearDown();
        System.exit(0);
    }
}
