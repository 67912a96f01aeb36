// Apache commons-beanutils, digester, JXPath, jexl and validator.
// jars: commons-beanutils.jar commons-digester.jar commons-jxpath.jar commons-jexl3.jar commons-validator.jar commons-logging.jar commons-collections3.jar
import java.io.StringReader;
import java.util.*;
import org.apache.commons.beanutils.*;
import org.apache.commons.digester.Digester;
import org.apache.commons.jexl3.*;
import org.apache.commons.jxpath.JXPathContext;
import org.apache.commons.validator.routines.*;

public class UseBeanutils {
    public static class Bean {
        private int size;
        private String name;
        private String[] tags;

        public int getSize() {
            return size;
        }

        public void setSize(int size) {
            this.size = size;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public String[] getTags() {
            return tags;
        }

        public void setTags(String[] tags) {
            this.tags = tags;
        }
    }

    public static void main(String[] args) throws Exception {
        Bean bean = new Bean();
        BeanUtils.setProperty(bean, "size", "7");
        BeanUtils.populate(bean, Map.of("name", "n", "tags", new String[] {"a", "b"}));
        System.out.println(BeanUtils.getProperty(bean, "size") + " " + PropertyUtils.getProperty(bean, "name") + " " + Arrays.toString(bean.getTags()));
        Digester digester = new Digester();
        digester.addObjectCreate("bean", Bean.class);
        digester.addSetProperties("bean");
        Bean read = (Bean) digester.parse(new StringReader("<bean name='from xml' size='3'/>"));
        System.out.println(read.getName() + " " + read.getSize());
        System.out.println(JXPathContext.newContext(List.of(bean, read)).getValue(".[size > 5]/name"));
        JexlContext context = new MapContext();
        context.set("bean", bean);
        System.out.println(new JexlBuilder().create().createExpression("bean.getSize() * 6 + bean.name.length()").evaluate(context));
        System.out.println(EmailValidator.getInstance().isValid("a@example.org") + " " + InetAddressValidator.getInstance().isValid("1.2.3.400") + " " + new CreditCardValidator().isValid("4111111111111111"));
    }
}
