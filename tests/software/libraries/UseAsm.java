// ASM: a class written by hand, defined, run, and read back.
// jars: asm.jar asm-util.jar asm-tree.jar asm-analysis.jar
import java.io.*;
import java.lang.invoke.MethodHandles;
import org.objectweb.asm.*;
import org.objectweb.asm.util.*;

public class UseAsm {
    public static void main(String[] args) throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", new String[] {"java/util/function/IntUnaryOperator"});
        MethodVisitor init = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitCode();
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
        MethodVisitor apply = writer.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
        apply.visitCode();
        Label odd = new Label();
        apply.visitVarInsn(Opcodes.ILOAD, 1);
        apply.visitInsn(Opcodes.ICONST_1);
        apply.visitInsn(Opcodes.IAND);
        apply.visitJumpInsn(Opcodes.IFNE, odd);
        apply.visitVarInsn(Opcodes.ILOAD, 1);
        apply.visitInsn(Opcodes.ICONST_2);
        apply.visitInsn(Opcodes.IDIV);
        apply.visitInsn(Opcodes.IRETURN);
        apply.visitLabel(odd);
        apply.visitIntInsn(Opcodes.BIPUSH, -1);
        apply.visitInsn(Opcodes.IRETURN);
        apply.visitMaxs(0, 0);
        apply.visitEnd();
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        Class<?> made = MethodHandles.lookup().defineClass(bytes);
        java.util.function.IntUnaryOperator operator = (java.util.function.IntUnaryOperator) made.getDeclaredConstructor().newInstance();
        System.out.println(operator.applyAsInt(10) + " " + operator.applyAsInt(7));
        StringWriter text = new StringWriter();
        new ClassReader(bytes).accept(new TraceClassVisitor(new PrintWriter(text)), 0);
        System.out.println(text);
    }
}
