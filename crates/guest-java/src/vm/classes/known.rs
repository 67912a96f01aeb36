//! The classes, fields and methods of the JDK that the VM itself touches, resolved by name at boot so that a JDK with other
//! layouts fails loudly and at once.

use crate::vm::classes::class::{ClassRef, FieldRef, Kind, MethodRef};
use crate::vm::{Trap, Vm, VmResult};

macro_rules! known {
    (
        classes { $($class:ident = $class_name:literal $(or $older_name:literal)?;)* }
        fields { $($field:ident = $owner:ident . $field_name:literal;)* }
        newer_fields { $($newer:ident = $newer_owner:ident . $newer_name:literal;)* }
    ) => {
        /// See the module's comment.
        #[derive(Clone, Default)]
        pub struct Known {
            /// Instance words of `java.lang.Class`.
            pub mirror_words: u32,
            /// The primitive types, in the order of `Kind::PRIMITIVES`.
            pub primitives: Vec<ClassRef>,
            $(pub(crate) $class: Option<ClassRef>,)*
            $(/// Offset of the field in words.
              pub $field: u32,)*
            $(/// Offset of the field in words, 0 where this JDK does not have it.
              pub $newer: u32,)*
        }

        impl Known {
            $(/// The class of that name.
              #[inline]
              pub fn $class(&self) -> ClassRef {
                  self.$class.expect(concat!($class_name, " is loaded at boot"))
              })*
        }

        impl Vm {
            /// Resolves everything; `java/lang/Object` and `java/lang/Class` must have been measured.
            pub fn resolve_known(&mut self) -> VmResult<()> {
                $(
                    let class = self.load_boot($class_name);
                    $(let class = class.or_else(|_| self.load_boot($older_name));)?
                    self.known.$class = Some(class?);
                )*
                $(self.known.$field = instance_field(self.known.$owner(), $field_name)?.place;)*
                $(self.known.$newer = instance_field(self.known.$newer_owner(), $newer_name).map_or(0, |f| f.place);)*
                Ok(())
            }
        }
    };
}

known! {
    classes {
        object = "java/lang/Object";
        class = "java/lang/Class";
        string = "java/lang/String";
        thread = "java/lang/Thread";
        thread_details = "java/lang/Thread$FieldHolder" or "java/lang/Thread";
        thread_group = "java/lang/ThreadGroup";
        throwable = "java/lang/Throwable";
        stack_trace_element = "java/lang/StackTraceElement";
        module = "java/lang/Module";
        class_loader = "java/lang/ClassLoader";
        reference = "java/lang/ref/Reference";
        thread_local_map = "java/lang/ThreadLocal$ThreadLocalMap";
        system = "java/lang/System";
        reflect_method = "java/lang/reflect/Method";
        reflect_field = "java/lang/reflect/Field";
        reflect_constructor = "java/lang/reflect/Constructor";
        member_name = "java/lang/invoke/MemberName";
        resolved_method_name = "java/lang/invoke/ResolvedMethodName";
        method_handle = "java/lang/invoke/MethodHandle";
        method_type = "java/lang/invoke/MethodType";
        var_handle = "java/lang/invoke/VarHandle";
        lambda_form = "java/lang/invoke/LambdaForm";
        aqs = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
        condition = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";
        reentrant_lock = "java/util/concurrent/locks/ReentrantLock";
        reentrant_sync = "java/util/concurrent/locks/ReentrantLock$Sync";
        read_write_lock = "java/util/concurrent/locks/ReentrantReadWriteLock";
        read_write_sync = "java/util/concurrent/locks/ReentrantReadWriteLock$Sync";
        read_lock = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
        write_lock = "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";
        stamped_lock = "java/util/concurrent/locks/StampedLock";
        semaphore = "java/util/concurrent/Semaphore";
        latch = "java/util/concurrent/CountDownLatch";
        future_task = "java/util/concurrent/FutureTask";
        thread_pool = "java/util/concurrent/ThreadPoolExecutor";
        pool_worker = "java/util/concurrent/ThreadPoolExecutor$Worker";
        blocking_queue = "java/util/concurrent/LinkedBlockingQueue";
        array_queue = "java/util/concurrent/ArrayBlockingQueue";
        completable_future = "java/util/concurrent/CompletableFuture";
        fork_join_thread = "java/util/concurrent/ForkJoinWorkerThread";
        concurrent_map = "java/util/concurrent/ConcurrentHashMap";
        concurrent_map_view = "java/util/concurrent/ConcurrentHashMap$CollectionView";
        linked_queue = "java/util/concurrent/ConcurrentLinkedQueue";
        hand_over = "java/util/concurrent/SynchronousQueue";
        transfer_queue = "java/util/concurrent/LinkedTransferQueue";
        exchanger = "java/util/concurrent/Exchanger";
        phaser = "java/util/concurrent/Phaser";
        atomic_integer = "java/util/concurrent/atomic/AtomicInteger";
        java_enum = "java/lang/Enum";
        date = "java/util/Date";
        filter_stream = "java/io/FilterOutputStream";
        print_stream = "java/io/PrintStream";
        internal_lock = "jdk/internal/misc/InternalLock" or "java/lang/Object";
        var_form = "java/lang/invoke/VarForm";
    }
    fields {
        class_loader_field = class . "classLoader";
        class_module = class . "module";
        class_name = class . "name";
        class_component = class . "componentType";
        class_data = class . "classData";
        string_value = string . "value";
        string_coder = string . "coder";
        string_hash = string . "hash";
        thread_eetop = thread . "eetop";
        thread_name = thread . "name";
        thread_id = thread . "tid";
        thread_interrupted = thread . "interrupted";
        details_daemon = thread_details . "daemon";
        details_priority = thread_details . "priority";
        details_status = thread_details . "threadStatus";
        thread_locals = thread . "threadLocals";
        thread_inheritable = thread . "inheritableThreadLocals";
        throwable_message = throwable . "detailMessage";
        throwable_cause = throwable . "cause";
        throwable_backtrace = throwable . "backtrace";
        throwable_trace = throwable . "stackTrace";
        throwable_depth = throwable . "depth";
        throwable_suppressed = throwable . "suppressedExceptions";
        loader_unnamed_module = class_loader . "unnamedModule";
        loader_name = class_loader . "name";
        loader_parent = class_loader . "parent";
        reference_referent = reference . "referent";
        reference_queue = reference . "queue";
        reference_next = reference . "next";
        reference_discovered = reference . "discovered";
        method_handle_form = method_handle . "form";
        lambda_form_entry = lambda_form . "vmentry";
        member_class = member_name . "clazz";
        member_label = member_name . "name";
        member_type = member_name . "type";
        member_flags = member_name . "flags";
        member_method = member_name . "method";
        method_type_returns = method_type . "rtype";
        method_type_params = method_type . "ptypes";
        var_handle_form = var_handle . "vform";
        var_handle_exact = var_handle . "exact";
        var_form_members = var_form . "memberName_table";
        module_name = module . "name";
        module_loader = module . "loader";
        aqs_state = aqs . "state";
        aqs_head = aqs . "head";
        aqs_tail = aqs . "tail";
        aqs_owner = aqs . "exclusiveOwnerThread";
        condition_sync = condition . "this$0";
        condition_first = condition . "firstWaiter";
        lock_sync = reentrant_lock . "sync";
        read_write_lock_sync = read_write_lock . "sync";
        read_lock_sync = read_lock . "sync";
        write_lock_sync = write_lock . "sync";
        stamped_state = stamped_lock . "state";
        stamped_head = stamped_lock . "head";
        stamped_tail = stamped_lock . "tail";
        semaphore_sync = semaphore . "sync";
        latch_sync = latch . "sync";
        task_state = future_task . "state";
        task_waiters = future_task . "waiters";
        pool_ctl = thread_pool . "ctl";
        pool_queue = thread_pool . "workQueue";
        pool_core = thread_pool . "corePoolSize";
        pool_most = thread_pool . "maximumPoolSize";
        pool_keep_alive = thread_pool . "keepAliveTime";
        pool_main_lock = thread_pool . "mainLock";
        pool_termination = thread_pool . "termination";
        worker_pool = pool_worker . "this$0";
        worker_thread = pool_worker . "thread";
        worker_first_task = pool_worker . "firstTask";
        blocking_queue_count = blocking_queue . "count";
        blocking_queue_capacity = blocking_queue . "capacity";
        blocking_queue_put_lock = blocking_queue . "putLock";
        blocking_queue_not_full = blocking_queue . "notFull";
        blocking_queue_take_lock = blocking_queue . "takeLock";
        blocking_queue_not_empty = blocking_queue . "notEmpty";
        array_queue_items = array_queue . "items";
        array_queue_count = array_queue . "count";
        array_queue_lock = array_queue . "lock";
        array_queue_not_empty = array_queue . "notEmpty";
        array_queue_not_full = array_queue . "notFull";
        future_result = completable_future . "result";
        concurrent_map_table = concurrent_map . "table";
        map_view_map = concurrent_map_view . "map";
        linked_queue_head = linked_queue . "head";
        hand_over_transferer = hand_over . "transferer";
        transfer_queue_head = transfer_queue . "head";
        phaser_state = phaser . "state";
        phaser_parent = phaser . "parent";
        atomic_integer_value = atomic_integer . "value";
        enum_ordinal = java_enum . "ordinal";
        date_time = date . "fastTime";
        stream_out = filter_stream . "out";
    }
    newer_fields {
        thread_holder = thread . "holder";
        thread_target = thread . "target";
        details_task = thread_details . "task";
        resolved_holder = resolved_method_name . "vmholder";
        var_form_implementation = var_form . "implClass";
        exchanger_participant = exchanger . "participant";
        print_lock = print_stream . "lock";
        internal_lock_lock = internal_lock . "lock";
    }
}

/// An instance field by name, or an error that says what this JDK lacks. It is the guest's own: the class may be that of an object
/// which the guest has put where the library has another.
pub fn instance_field(class: ClassRef, name: &str) -> VmResult<FieldRef> {
    let field = class.field_named(name).filter(|f| !f.is_static());
    let lacks = || format!("this JDK's {} has no field {name}", class.java_name());
    field.ok_or_else(|| Trap::Raise("java/lang/NoSuchFieldError", lacks()))
}

/// A static field by name.
pub fn static_field(class: ClassRef, name: &str) -> VmResult<FieldRef> {
    class
        .fields
        .iter()
        .copied()
        .find(|f| &*f.name == name && f.is_static())
        .ok_or_else(|| Trap::Internal(format!("this JDK's {} has no static field {name}", class.java_name())))
}

/// A method by name and descriptor, or an error as for [`instance_field`].
pub fn method(class: ClassRef, name: &str, descriptor: &str) -> VmResult<MethodRef> {
    let lacks = || format!("this JDK's {} has no method {name}{descriptor}", class.java_name());
    class.find_method(name, descriptor).ok_or_else(|| Trap::Raise("java/lang/NoSuchMethodError", lacks()))
}

impl Known {
    /// The word that the VM adds to each `java.lang.Thread`: the number + 1 of the thread that was started for it.
    pub fn thread_number(&self) -> u32 {
        self.thread().words - 1
    }

    /// The class of a primitive type.
    pub fn primitive(&self, kind: Kind) -> Option<ClassRef> {
        let at = Kind::PRIMITIVES.iter().position(|k| *k == kind)?;
        self.primitives.get(at).copied()
    }
}
