// Protocol Buffers: a dynamic message, JSON of it.
// jars: protobuf.jar protobuf-util.jar gson.jar guava.jar
import com.google.protobuf.*;
import com.google.protobuf.DescriptorProtos.*;
import com.google.protobuf.util.JsonFormat;

public class UseProtobuf {
    public static void main(String[] args) throws Exception {
        FileDescriptorProto file = FileDescriptorProto.newBuilder().setName("t.proto").addMessageType(DescriptorProto.newBuilder().setName("M")
            .addField(FieldDescriptorProto.newBuilder().setName("id").setNumber(1).setType(FieldDescriptorProto.Type.TYPE_INT32).setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL))
            .addField(FieldDescriptorProto.newBuilder().setName("names").setNumber(2).setType(FieldDescriptorProto.Type.TYPE_STRING).setLabel(FieldDescriptorProto.Label.LABEL_REPEATED))).build();
        Descriptors.Descriptor type = Descriptors.FileDescriptor.buildFrom(file, new Descriptors.FileDescriptor[0]).findMessageTypeByName("M");
        DynamicMessage message = DynamicMessage.newBuilder(type).setField(type.findFieldByName("id"), 300).addRepeatedField(type.findFieldByName("names"), "x").build();
        byte[] bytes = message.toByteArray();
        System.out.println(java.util.HexFormat.of().formatHex(bytes) + " " + DynamicMessage.parseFrom(type, bytes).equals(message));
        System.out.print(message);
        System.out.println(JsonFormat.printer().omittingInsignificantWhitespace().print(message));
        System.out.println(StringValue.of("wrapped").toByteString().size() + " " + com.google.protobuf.util.Durations.toString(Duration.newBuilder().setSeconds(5).build()));
    }
}
