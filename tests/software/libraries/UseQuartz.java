// Quartz: a scheduler in memory, a job that runs three times.
// jars: quartz2.jar slf4j-api.jar slf4j-nop.jar c3p0.jar
// check: 200
import java.util.Properties;
import java.util.concurrent.*;
import org.quartz.*;
import org.quartz.impl.StdSchedulerFactory;

public class UseQuartz {
    public static class Work implements Job {
        static final CountDownLatch DONE = new CountDownLatch(3);

        @Override
        public void execute(JobExecutionContext context) {
            System.out.println("job " + context.getJobDetail().getKey().getName());
            DONE.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceName", "test");
        properties.setProperty("org.quartz.threadPool.threadCount", "1");
        properties.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        properties.setProperty("org.quartz.jobStore.class", "org.quartz.simpl.RAMJobStore");
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        Scheduler scheduler = new StdSchedulerFactory(properties).getScheduler();
        scheduler.scheduleJob(JobBuilder.newJob(Work.class).withIdentity("job").build(), TriggerBuilder.newTrigger().startNow()
            .withSchedule(SimpleScheduleBuilder.simpleSchedule().withIntervalInMilliseconds(20).withRepeatCount(2)).build());
        scheduler.start();
        Work.DONE.await();
        scheduler.shutdown(true);
        System.out.println("done " + Work.DONE.getCount() + " " + scheduler.isShutdown());
    }
}
