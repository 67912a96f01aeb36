// Lambdas and method references of every kind of target, conversion, capture and marker; serialised ones
import java.util.*; import java.util.function.*; import java.io.*;
public class LambdaKinds {
  interface Tri<A,B,C,R> { R apply(A a,B b,C c); default Tri<A,B,C,String> str(){ return (a,b,c)->"<"+apply(a,b,c)+">"; } }
  interface I2 { int f(int x); } interface L2D { double f(long x); } interface OS<T> { T get(); }
  interface A<T> { void m(T t); } interface B extends A<String> { void m(String s); }
  static int sq(int x){return x*x;} int inst(int y){return y+k;} int k=5;
  static long lo(Integer i){return i+1L;}
  static class P { String n; P(String n){this.n=n;} P(){this("def");} public String toString(){return "P("+n+")";} protected String prot(){return "prot"+n;} static String vs(Object... os){return Arrays.toString(os);} }
  static class Q extends P { Q(){super("q");} Supplier<String> s(){ return super::toString; } Supplier<String> pr(){return this::prot;} public String toString(){return "Q!";} }
  static class Init { static { System.out.println("Init!"); } static String hi(){return "hi";} Init(){} }
  static <T extends Comparable<T>> T max(List<T> l){ return l.stream().max(Comparator.naturalOrder()).get(); }
  static void ser() throws Exception {
    Runnable r=(Runnable&Serializable)()->System.out.println("ser ran");
    int q=7; long w=8; String st="zz";
    Function<Integer,String> f=(Function<Integer,String>&Serializable)x->st+x+q+w;
    ByteArrayOutputStream bo=new ByteArrayOutputStream(); ObjectOutputStream o=new ObjectOutputStream(bo); o.writeObject(r); o.writeObject(f); o.close();
    ObjectInputStream i=new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()));
    ((Runnable)i.readObject()).run(); System.out.println(((Function<Integer,String>)i.readObject()).apply(3));
  }
  public static void main(String[] a) throws Exception {
    Runnable r=()->System.out.println("run"); r.run();
    I2 i=LambdaKinds::sq; System.out.println(i.f(7)); LambdaKinds me=new LambdaKinds(); i=me::inst; System.out.println(i.f(7));
    Function<Integer,Integer> f=LambdaKinds::sq; System.out.println(f.apply(9)); IntFunction<Integer> g=LambdaKinds::sq; System.out.println(g.apply(3));
    ToLongFunction<Integer> tl=LambdaKinds::lo; System.out.println(tl.applyAsLong(4)); L2D ld=x->x/2.0; System.out.println(ld.f(9));
    IntToLongFunction il=LambdaKinds::sq; System.out.println(il.applyAsLong(5)); IntUnaryOperator iu=Integer::valueOf; System.out.println(iu.applyAsInt(8));
    ToDoubleFunction<Integer> td=LambdaKinds::sq; System.out.println(td.applyAsDouble(6)); Function<Object,String> os=Object::toString; System.out.println(os.apply(List.of(1)));
    Function<String,P> np=P::new; System.out.println(np.apply("n")); Supplier<P> sp=P::new; System.out.println(sp.get());
    Function<Integer,int[]> na=int[]::new; System.out.println(na.apply(3).length); Supplier<int[]> cl=new int[]{1,2}::clone; System.out.println(cl.get()[1]);
    Q q=new Q(); System.out.println(q.s().get()+" "+q.pr().get()); BiFunction<Object,Object,String> vs=P::vs; System.out.println(vs.apply(1,"x"));
    Tri<Integer,Long,Character,String> t=(x,y,z)->x+":"+y+":"+z; System.out.println(t.str().apply(1,2L,'c'));
    B b=s->System.out.println("B "+s.length()); b.m("abc"); A<String> ab=b; ab.m("hello");
    try { ((A)ab).m(3); } catch(ClassCastException e){ System.out.println("CCE "+e.getMessage()); }
    Supplier<String> is=Init::hi; System.out.println("before"); System.out.println(is.get()); 
    System.out.println(r.getClass().isSynthetic()+" "+r.getClass().isHidden()+" "+r.getClass().getSimpleName().startsWith("LambdaKinds$$Lambda")+" "+Arrays.toString(r.getClass().getInterfaces())+r.getClass().getSuperclass());
    System.out.println(r.getClass().getName().startsWith("LambdaKinds$$Lambda$")+" "+r.getClass().getPackageName()+" "+r.getClass().getNestHost()+" "+r.equals(r)+" "+(r.hashCode()==System.identityHashCode(r)));
    List<String> l=new ArrayList<>(List.of("pear","fig","banana")); l.sort(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())); System.out.println(l);
    Map<String,Integer> m=new TreeMap<>(); for(String s:l) m.merge(s.substring(0,1),s.length(),Integer::sum); System.out.println(m);
    System.out.println(max(List.of(3,9,2)));
    byte bb=1; short ss=2; char cc='d'; float ff=1.5f; double dd=2.25; long lll=1L<<40; boolean zz=true; String nul=null; Object on=null;
    Supplier<String> cap=()->bb+","+ss+","+cc+","+ff+","+dd+","+lll+","+zz+","+nul+","+on+l; System.out.println(cap.get());
    Callable0 c0=()->{throw new IllegalStateException("boom");};
    try{c0.call();}catch(IllegalStateException e){ for(StackTraceElement el:e.getStackTrace()) System.out.println(el); }
    IntFunction<IntFunction<Integer>> curry=x->y->x*10+y; System.out.println(curry.apply(4).apply(2));
    Function<Object,Integer> un=x->(Integer)x+1; System.out.println(un.apply(4));
    ToIntFunction<Integer> ti=Integer::intValue; try{ ti.applyAsInt(null);}catch(NullPointerException e){System.out.println("NPE");}
    ser();
    Runnable[] rs=new Runnable[2]; for(int k=0;k<2;k++) rs[k]=()->{}; System.out.println(rs[0]==rs[1]);
    Runnable h1=LambdaKinds::st, h2=LambdaKinds::st; System.out.println(h1==h2); System.out.println(h1.getClass()==h2.getClass());
    Object o = (Runnable & Marker) () -> {}; System.out.println(o instanceof Marker);
    OS<? extends Number> on2=()->5; Number nn=on2.get(); System.out.println(nn);
    Predicate<String> pr=String::isEmpty; System.out.println(pr.negate().or(x->true).test(""));
    Function<String,Integer> pi=Integer::parseInt; System.out.println(pi.andThen(x->x*2).compose((String z)->z+"0").apply("12"));
  }
  static void st(){} interface Marker{} interface Callable0{ void call(); }
}
