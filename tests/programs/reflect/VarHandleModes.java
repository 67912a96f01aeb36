// VarHandle access modes on fields, statics, arrays and views; conversions and errors
import java.lang.invoke.*; import java.util.*;
public class VarHandleModes {
  int i; long l; volatile String s="s0"; static int si; boolean z; byte b; short sh; char c='a'; float f; double d; final int fin=3; Object o;
  static VarHandle vh(String n,Class<?> t) throws Exception { return MethodHandles.lookup().findVarHandle(VarHandleModes.class,n,t); }
  static void ex(Runnable r){ try{r.run();}catch(Throwable t){System.out.println(t.getClass().getName()+": "+t.getMessage());} }
  public static void main(String[] a) throws Throwable {
    VarHandleModes v=new VarHandleModes(); VarHandle I=vh("i",int.class),L=vh("l",long.class),S=vh("s",String.class),Z=vh("z",boolean.class),D=vh("d",double.class),F=vh("f",float.class),C=vh("c",char.class),B=vh("b",byte.class),SH=vh("sh",short.class);
    I.set(v,5); System.out.println((int)I.get(v)); System.out.println(I.compareAndSet(v,5,6)+" "+I.compareAndSet(v,5,7)+" "+(int)I.getVolatile(v)); System.out.println((int)I.getAndAdd(v,10)+" "+(int)I.getAcquire(v)); I.getAndSet(v,1); System.out.println(v.i);
    System.out.println((int)I.compareAndExchange(v,1,2)+" "+(int)I.getAndBitwiseOr(v,5)+" "+v.i); I.setRelease(v,8); I.setOpaque(v,9); I.setVolatile(v,10); System.out.println(v.i+" "+I.weakCompareAndSet(v,10,11)+I.weakCompareAndSetPlain(v,11,12));
    L.set(v,5); L.set(v,5L); System.out.println((long)L.getAndAdd(v,3)+" "+(long)L.get(v)); long q=(int)I.get(v); System.out.println(q); Object bo=I.get(v); System.out.println(bo);
    System.out.println((String)S.get(v)+S.compareAndSet(v,"s0","s1")+(String)S.getAndSet(v,"s2")+v.s); S.setVolatile(v,null); System.out.println(v.s); String x=(String)S.getAcquire(v); System.out.println(x);
    Z.set(v,true); System.out.println((boolean)Z.getAndSet(v,false)+" "+v.z+(boolean)Z.getAndBitwiseXor(v,true)+v.z); D.set(v,1.5); System.out.println((double)D.getAndAdd(v,2.0)+" "+v.d+D.compareAndSet(v,3.5,4.5)+v.d); F.set(v,1.5f); System.out.println((float)F.getAndAdd(v,1f)+" "+v.f); C.set(v,'z'); System.out.println((char)C.getAndAdd(v,(char)1)+" "+(int)v.c); B.set(v,(byte)127); System.out.println((byte)B.getAndAdd(v,(byte)1)+" "+v.b); SH.set(v,(short)3); System.out.println((short)SH.get(v)+""+SH.compareAndSet(v,(short)3,(short)4)+v.sh);
    VarHandle ST=MethodHandles.lookup().findStaticVarHandle(VarHandleModes.class,"si",int.class); ST.set(4); System.out.println((int)ST.getAndAdd(1)+" "+si);
    VarHandle AI=MethodHandles.arrayElementVarHandle(int[].class),AS=MethodHandles.arrayElementVarHandle(String[].class); int[] ia={1,2,3}; AI.setVolatile(ia,1,20); System.out.println((int)AI.getAndAdd(ia,1,2)+Arrays.toString(ia)); String[] sa={"a","b"}; System.out.println(AS.compareAndSet(sa,0,"a","c")+Arrays.toString(sa)+(String)AS.get(sa,1));
    ex(()->AI.get(ia,5)); ex(()->AS.set(sa,0,(Object)3)); ex(()->I.set(v,"x")); ex(()->I.get("x")); ex(()->I.get()); ex(()->{VarHandleModes n=null;I.get(n);}); ex(()->{try{vh("fin",int.class).set(v,3);}catch(RuntimeException e){throw e;}catch(Exception e){System.out.println(e);}}); ex(()->S.getAndAdd(v,"x")); ex(()->{Integer t=(Integer)S.get(v);}); v.s="str"; ex(()->{Integer t=(Integer)S.get(v);});
    VarHandle BB=MethodHandles.byteArrayViewVarHandle(int[].class,java.nio.ByteOrder.LITTLE_ENDIAN); byte[] by=new byte[8]; BB.set(by,0,0x01020304); System.out.println(Arrays.toString(by)+(int)BB.get(by,1));
    VarHandle EX=I.withInvokeExactBehavior(); EX.set(v,3); System.out.println((int)EX.get(v)); ex(()->{ EX.set(v,(short)3);}); ex(()->{Object oo=EX.get(v);});
    System.out.println(I.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET)+" "+I.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)+S.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)); MethodHandle mh=I.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD); System.out.println((int)mh.invokeExact(v,4)+" "+v.i);
    Integer boxed=7; I.set(v,boxed); System.out.println((Integer)I.get(v)); System.out.println(I); VarHandle O=vh("o",Object.class); O.set(v,5); System.out.println(v.o+" "+(Integer)O.get(v)+" "+(int)O.get(v)); System.out.println(VarHandle.class.getSimpleName()); VarHandle.fullFence();
  }
}
