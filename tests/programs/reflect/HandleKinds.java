// Method handles: every kind of target, exact and converting calls, combinators, errors
import java.lang.invoke.*; import java.util.*;
public class HandleKinds {
  static int add(int a,int b){return a+b;} String name="nm"; static long cnt=3; private int priv(int x){return x*2;} HandleKinds(){} HandleKinds(String n){name=n;}
  static String va(String f,Object...o){return f+Arrays.toString(o);} 
  interface Sh { double area(); default String d(){return "d"+area();} }
  public static void main(String[] a) throws Throwable {
    MethodHandles.Lookup l=MethodHandles.lookup();
    MethodHandle add=l.findStatic(HandleKinds.class,"add",MethodType.methodType(int.class,int.class,int.class));
    System.out.println((int)add.invokeExact(2,3)); System.out.println(add.invoke((short)2,(byte)9)); System.out.println(add.type());
    Object o=add.invoke(4,5); System.out.println(o); System.out.println((long)add.invoke(1,1)); System.out.println(add.invokeWithArguments(7,8)); System.out.println(add.invokeWithArguments(List.of(1,2)));
    MethodHandle len=l.findVirtual(String.class,"length",MethodType.methodType(int.class)); System.out.println((int)len.invokeExact("hello"));
    MethodHandle ts=l.findVirtual(Object.class,"toString",MethodType.methodType(String.class)); System.out.println((String)ts.invoke((Object)List.of(1,2)));
    MethodHandle sz=l.findVirtual(List.class,"size",MethodType.methodType(int.class)); System.out.println((int)sz.invokeExact((List)List.of(1,2,3)));
    MethodHandle ctor=l.findConstructor(HandleKinds.class,MethodType.methodType(void.class,String.class)); HandleKinds m=(HandleKinds)ctor.invokeExact("made"); System.out.println(m.name);
    MethodHandle get=l.findGetter(HandleKinds.class,"name",String.class), set=l.findSetter(HandleKinds.class,"name",String.class); set.invokeExact(m,"set!"); System.out.println((String)get.invokeExact(m));
    MethodHandle sg=l.findStaticGetter(HandleKinds.class,"cnt",long.class); System.out.println((long)sg.invokeExact()); l.findStaticSetter(HandleKinds.class,"cnt",long.class).invokeExact(9L); System.out.println(cnt);
    MethodHandle priv=l.findVirtual(HandleKinds.class,"priv",MethodType.methodType(int.class,int.class)); System.out.println((int)priv.invokeExact(m,21)); System.out.println((int)priv.bindTo(m).invokeExact(5));
    MethodHandle ins=MethodHandles.insertArguments(add,0,100); System.out.println((int)ins.invokeExact(1)); 
    MethodHandle dr=MethodHandles.dropArguments(add,1,String.class); System.out.println((int)dr.invokeExact(1,"x",2)); 
    MethodHandle fil=MethodHandles.filterArguments(add,0,len,len); System.out.println((int)fil.invokeExact("ab","cde"));
    MethodHandle gwt=MethodHandles.guardWithTest(l.findVirtual(String.class,"isEmpty",MethodType.methodType(boolean.class)),MethodHandles.dropArguments(MethodHandles.constant(String.class,"empty"),0,String.class),MethodHandles.identity(String.class)); System.out.println((String)gwt.invokeExact("")+(String)gwt.invokeExact("z"));
    MethodHandle va=l.findStatic(HandleKinds.class,"va",MethodType.methodType(String.class,String.class,Object[].class)); System.out.println(va.invoke("f",1,2L,"s")); System.out.println(va.isVarargsCollector());
    MethodHandle sp=add.asSpreader(Object[].class,2); System.out.println(sp.invoke(new Object[]{3,4})); MethodHandle col=l.findStatic(Arrays.class,"toString",MethodType.methodType(String.class,int[].class)).asCollector(int[].class,3); System.out.println((String)col.invokeExact(1,2,3));
    MethodHandle perm=MethodHandles.permuteArguments(l.findStatic(Math.class,"floorDiv",MethodType.methodType(int.class,int.class,int.class)),MethodType.methodType(int.class,int.class,int.class),1,0); System.out.println((int)perm.invokeExact(2,9));
    MethodHandle cat=MethodHandles.catchException(l.findStatic(Integer.class,"parseInt",MethodType.methodType(int.class,String.class)),NumberFormatException.class,MethodHandles.dropArguments(MethodHandles.constant(int.class,-1),0,NumberFormatException.class)); System.out.println((int)cat.invokeExact("12")+" "+(int)cat.invokeExact("zz"));
    try{ int q=(int)add.invokeExact("x"); }catch(WrongMethodTypeException e){System.out.println(e.getMessage());}
    try{ add.invoke("x","y"); }catch(ClassCastException|WrongMethodTypeException e){System.out.println(e.getMessage());}
    try{ l.findStatic(HandleKinds.class,"nope",MethodType.methodType(void.class)); }catch(NoSuchMethodException e){System.out.println(e.getMessage());}
    try{ MethodHandles.publicLookup().findVirtual(HandleKinds.class,"priv",MethodType.methodType(int.class,int.class)); }catch(IllegalAccessException e){System.out.println(e.getMessage());}
    try{ l.findStatic(String.class,"length",MethodType.methodType(int.class)); }catch(IllegalAccessException e){System.out.println(e.getMessage());}
    try{ String nul=null; int q=(int)len.invokeExact(nul); }catch(NullPointerException e){System.out.println("NPE");}
    Sh sh=()->2.5; MethodHandle ar=l.findVirtual(Sh.class,"area",MethodType.methodType(double.class)); System.out.println((double)ar.invokeExact(sh)); System.out.println(sh.d());
    MethodHandle ae=MethodHandles.arrayElementGetter(int[].class); System.out.println((int)ae.invokeExact(new int[]{5,6},1)); MethodHandle th=MethodHandles.throwException(int.class,IllegalStateException.class); try{int q=(int)th.invokeExact(new IllegalStateException("thrown"));}catch(IllegalStateException e){System.out.println(e.getMessage());}
    MethodHandle loop=MethodHandles.countedLoop(MethodHandles.constant(int.class,5),MethodHandles.constant(int.class,0),MethodHandles.dropArguments(MethodHandles.identity(int.class),1,int.class)); System.out.println((int)loop.invoke());
    System.out.println(MethodHandles.lookup().revealDirect(add)); System.out.println(l.unreflect(String.class.getMethod("trim")).invoke("  t "));
    Runnable r=MethodHandleProxies.asInterfaceInstance(Runnable.class,MethodHandles.insertArguments(l.findVirtual(java.io.PrintStream.class,"println",MethodType.methodType(void.class,String.class)),0,System.out,"proxied")); r.run();
    MutableCallSite mcs=new MutableCallSite(MethodType.methodType(int.class)); mcs.setTarget(MethodHandles.constant(int.class,1)); MethodHandle di=mcs.dynamicInvoker(); System.out.println((int)di.invokeExact()); mcs.setTarget(MethodHandles.constant(int.class,2)); System.out.println((int)di.invokeExact());
    MethodHandle fold=MethodHandles.foldArguments(add,MethodHandles.identity(int.class)); System.out.println((int)fold.invokeExact(4));
    System.out.println(MethodType.fromMethodDescriptorString("(ILjava/lang/String;)V",null));
    MethodHandle tf=MethodHandles.tryFinally(MethodHandles.constant(int.class,3),MethodHandles.dropArguments(MethodHandles.identity(int.class),0,Throwable.class)); System.out.println((int)tf.invoke());
    CallSite cs=LambdaMetafactory.metafactory(l,"apply",MethodType.methodType(java.util.function.Function.class),MethodType.methodType(Object.class,Object.class),l.findVirtual(String.class,"length",MethodType.methodType(int.class)),MethodType.methodType(Integer.class,String.class)); System.out.println(((java.util.function.Function)cs.getTarget().invoke()).apply("four"));
  }
}
