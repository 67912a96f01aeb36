// VarHandles, method handles, lambdas and records in several threads
import java.lang.invoke.*; import java.util.concurrent.*; import java.util.function.*; import java.util.concurrent.atomic.*;
public class HandleThreads {
  volatile int n; static final VarHandle N; static { try { N=MethodHandles.lookup().findVarHandle(HandleThreads.class,"n",int.class);} catch(Exception e){throw new Error(e);} }
  record P(int a,String b){}
  static int inc(HandleThreads t){ return (int)N.getAndAdd(t,1); }
  public static void main(String[] a) throws Exception {
    HandleThreads t=new HandleThreads(); Thread[] ts=new Thread[3]; AtomicReference<P> ref=new AtomicReference<>(new P(0,"z")); StringBuffer sb=new StringBuffer();
    MethodHandle mh=MethodHandles.lookup().findStatic(HandleThreads.class,"inc",MethodType.methodType(int.class,HandleThreads.class));
    for(int i=0;i<3;i++){ int k=i; ts[i]=new Thread(()->{ for(int j=0;j<3;j++){ inc(t); ref.updateAndGet(p->new P(p.a()+k,p.b())); try{ int q=(int)mh.invokeExact(t);}catch(Throwable e){ throw new RuntimeException(e);} } Supplier<String> s=()->"t"+k; synchronized(sb){ sb.append(s.get().length()); } }); ts[i].start(); }
    for(Thread x:ts) x.join(); System.out.println(t.n+" "+ref.get()+" "+sb+" "+ref.get().equals(new P(9,"z")));
    CompletableFuture<Integer> f=CompletableFuture.supplyAsync(()->20).thenApply(x->x+1).thenCombine(CompletableFuture.supplyAsync(()->2),(x,y)->x*y); System.out.println(f.get());
    ExecutorService ex=Executors.newFixedThreadPool(2); Future<String> fu=ex.submit(()->"call"+t.n); System.out.println(fu.get()); ex.shutdown(); System.out.println(ex.awaitTermination(1,TimeUnit.SECONDS));
  }
}
