// Mockito: mocks, answers, verifications, spies.
// jars: mockito-core.jar byte-buddy.jar byte-buddy-agent.jar objenesis.jar
import java.util.*;
import org.mockito.*;
import org.mockito.exceptions.base.MockitoAssertionError;

public class UseMockito {
    public static void main(String[] args) throws Exception {
        @SuppressWarnings("unchecked")
        Map<String, Integer> map = Mockito.mock(Map.class);
        Mockito.when(map.get("a")).thenReturn(1, 2);
        Mockito.when(map.get(ArgumentMatchers.startsWith("x"))).thenAnswer(call -> call.<String>getArgument(0).length());
        System.out.println(map.get("a") + " " + map.get("a") + " " + map.get("xyz") + " " + map.get("none") + " " + map.isEmpty());
        Mockito.verify(map, Mockito.times(2)).get("a");
        try {
            Mockito.verify(map).clear();
        } catch (MockitoAssertionError e) {
            System.out.println(e.getMessage().lines().skip(1).findFirst().orElse(""));
        }
        List<String> spy = Mockito.spy(new ArrayList<>(List.of("p")));
        Mockito.doReturn(9).when(spy).size();
        System.out.println(spy.size() + " " + spy.getClass().getSuperclass().getSimpleName());
    }
}
