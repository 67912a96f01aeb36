// Concatenation and record methods: order of calls, nulls, and the frames that show when toString throws
import java.util.*;
public class ConcatRecords {
  static class T { String s; T(String s){this.s=s;} public String toString(){ System.out.println("ts "+s); return s; } }
  static class X { public String toString(){ throw new RuntimeException("in toString"); } }
  record R(int a, long b, float c, double d, boolean e, char f, byte g, short h, String s, Object o, int[] arr){ }
  record Em(){} record G<T>(T t, List<T> l){} record V(X x){} record F(float f,double d){}
  record Q(Eq a, Eq b){} static class Eq { int v; Eq(int v){this.v=v;} public boolean equals(Object o){ System.out.println("eq "+v); return o instanceof Eq q&&q.v==v;} public int hashCode(){System.out.println("hc "+v);return v;} }
  static void tr(Runnable r){ try{r.run();}catch(RuntimeException e){ System.out.println(e); for(StackTraceElement x:e.getStackTrace()) if(!x.getClassName().contains("StringConcatHelper")) System.out.println("  "+x);} }
  public static void main(String[] args){
    String n=null; Object on=null; char c='é'; char u='\u4e2d'; int i=-5; long l=Long.MIN_VALUE; float f=1e10f; double d=0.1; boolean z=true; byte b=-1; short s=300;
    System.out.println("a"+n+on+c+u+i+l+f+d+z+b+s); System.out.println(n+on); System.out.println(""+i); System.out.println(i+""+l); System.out.println(""+n); String e=""; System.out.println((e+e).isEmpty()+" "+(e+e==e));
    System.out.println(new T("1")+"-"+new T("2")+new T(null)+i++ +i); System.out.println(new T("q")+""); System.out.println("x"+new T("w")); System.out.println(""+c+u);
    tr(()->{String q="a"+new X();}); tr(()->{String q=new X()+"a"+1;}); tr(()->{String q=""+new X();}); tr(()->{String q=n+new X();}); tr(()->{ new V(new X()).toString();});
    R r=new R(1,2,3,4,true,'x',(byte)7,(short)8,"s",null,null); System.out.println(r+" "+r.hashCode()+" "+r.equals(new R(1,2,3,4,true,'x',(byte)7,(short)8,"s",null,null))+r.equals(null)+r.equals("x")+r.equals(r));
    System.out.println(new Em()+" "+new Em().hashCode()+new Em().equals(new Em())); System.out.println(new G<>("a",List.of("b"))+" "+new G<>(1,List.of(2)).equals(new G<>(1,List.of(2))));
    System.out.println(new F(Float.NaN,0.0).equals(new F(Float.NaN,-0.0))+" "+new F(Float.NaN,-0.0).equals(new F(Float.NaN,-0.0))+new F(1f,Double.NaN).hashCode());
    System.out.println(new Q(new Eq(1),new Eq(2)).equals(new Q(new Eq(1),new Eq(2)))); System.out.println(new Q(new Eq(1),new Eq(2)).hashCode()); record Loc(int x){} System.out.println(new Loc(3));
    StringBuilder sb=new StringBuilder(); for(int k=0;k<5;k++){ String t="k"+k+(char)('a'+k); sb.append(t);} System.out.println(sb); final String K="K\u0001"; System.out.println(K+i+"\u0002"+l);
    System.out.println("" + 1.0f + 1e-5 + Double.NaN + Float.POSITIVE_INFINITY + -0.0);
  }
}
