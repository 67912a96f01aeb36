//! A worker: one machine that goes from state to state.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use deadheat_event::schedule::Run;
use deadheat_event::{Choice, Observer, OpKind, ThreadId};
use deadheat_machine::{Machine, Outcome, Uncaught};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dependence::is_dependent;
use crate::discipline::{Access, Thing, number, touched};
use crate::eager::{LONGEST_CHAIN, SUSPECT_CHAIN, is_eager};
use crate::finding::Key;
use crate::lineage::Lineage;
use crate::livelock::Recent;
use crate::node::Node;
use crate::path::{self, Path, bit};
use crate::property::{Classes, Symptom, View, doing};
use crate::shared::{Pass, lock};
use crate::strategy::{Situation, be_fair};
use crate::visited::Visit;
use crate::{Bound, Finding, Involved, Kind, SearchError, Standing, Watcher};

/// The search was stopped, or a machine failed: the worker goes home.
pub struct Over;

/// A machine, and what its worker knows of the state that it stands in.
pub struct Worker<'w, 's, 'a, M: Machine> {
    pub pass: &'w Pass<'s, 'a, M>,
    pub machine: &'w mut M,
    pub standings: Vec<Standing>,
    pub lineage: Arc<Lineage>,
    pub outcome: Outcome,
    pub choices: Vec<Choice>,
    watcher: Option<Box<dyn Watcher + 'w>>,
    live: Vec<ThreadId>,
    /// Those that lived before the last step.
    lived: Vec<ThreadId>,
    /// Those whose wait can end by itself.
    patient: Vec<ThreadId>,
    /// The choices of the present move: the one taken, and the eager ones after it.
    pub chain: Vec<Run>,
    /// Whether a thread has yielded in it.
    pub yielded: bool,
    /// Whether the chain was cut.
    pub cut: bool,
    /// The path to the state before the present move.
    pub path: Arc<Path>,
    noted: FxHashSet<u64>,
    reported: FxHashMap<Key, (bool, u64)>,
    symptoms: Vec<Symptom>,
    pub recent: Recent,
    steps: u64,
}

/// Who moved last, and what that adds up to.
#[derive(Clone, Copy)]
pub struct Manner {
    pub last: Option<ThreadId>,
    pub yielded: bool,
    pub on_end: u32,
    pub preemptions: u32,
    pub preferred: u64,
}

impl<'w, 's, 'a, M: Machine> Worker<'w, 's, 'a, M> {
    pub fn new(pass: &'w Pass<'s, 'a, M>, machine: &'w mut M) -> Self {
        let path = Path::root(0, 0, pass.shared.account.clone());
        Self {
            pass,
            machine,
            standings: Vec::new(),
            lineage: Arc::default(),
            outcome: Outcome::Running,
            choices: Vec::new(),
            watcher: pass.shared.plan.watch.map(|watch| watch.watcher()),
            live: Vec::new(),
            lived: Vec::new(),
            patient: Vec::new(),
            chain: Vec::new(),
            yielded: false,
            cut: false,
            path,
            noted: FxHashSet::default(),
            reported: FxHashMap::default(),
            symptoms: Vec::new(),
            recent: Recent::default(),
            steps: 0,
        }
    }

    /// Goes to the state in which the search starts, and looks at it: the first node.
    pub fn start(&mut self, is_first: bool) -> Result<Option<Node<M>>, Over> {
        let root = self.pass.root;
        self.restore(root, Arc::default(), None);
        if !is_first {
            return Ok(None);
        }
        let threads: Vec<ThreadId> = self.standings.iter().map(|standing| standing.thread).collect();
        threads.into_iter().for_each(|thread| self.note(thread));
        self.chain.clear();
        self.look_at_step(None, None);
        self.close()?;
        let manner = Manner { last: None, yielded: false, on_end: 0, preemptions: 0, preferred: 0 };
        self.arrive(0, manner)
    }

    /// Goes to a state that was left before.
    pub fn restore(&mut self, snapshot: &M::Snapshot, lineage: Arc<Lineage>, path: Option<Arc<Path>>) {
        self.machine.restore(snapshot);
        self.lineage = lineage;
        if let Some(path) = path {
            self.path = path;
        }
        self.outcome = Outcome::Running;
        self.look_around();
        if let Some(watcher) = &mut self.watcher {
            watcher.enter(&self.live);
        }
    }

    fn look_around(&mut self) {
        self.machine.live(&mut self.live);
        self.standings.clear();
        for thread in &self.live {
            if let Some(pending) = self.machine.pending(*thread) {
                let frozen = self.pass.shared.plan.frozen.contains(thread);
                self.standings.push(Standing { thread: *thread, pending, frozen });
            }
        }
    }

    /// Looks where threads stand after a step of one of them.
    fn look_again(&mut self, moved: ThreadId) {
        self.machine.live(&mut self.live);
        let same = self.live.len() == self.standings.len()
            && self.live.iter().zip(&self.standings).all(|(thread, standing)| *thread == standing.thread);
        if !same {
            self.look_around();
            return;
        }
        for standing in &mut self.standings {
            if (standing.thread == moved || standing.may_change())
                && let Some(pending) = self.machine.pending(standing.thread)
            {
                standing.pending = pending;
            }
        }
    }

    pub fn standing(&self, thread: ThreadId) -> Option<&Standing> {
        self.standings.iter().find(|standing| standing.thread == thread)
    }

    /// Makes one step.
    fn step(&mut self, choice: Choice) -> Result<(), Over> {
        let thread = choice.thread();
        let kind = self.standing(thread).map(|standing| standing.pending.kind.clone());
        let died_before = self.machine.uncaught(thread).is_some();
        let joins = match kind {
            Some(OpKind::Join { thread: ended, .. }) if ended != thread && !self.live.contains(&ended) => Some(ended),
            _ => None,
        };
        let watcher = self.watcher.as_mut().map(|watcher| {
            let observer: &mut dyn Observer = &mut **watcher;
            observer
        });
        match self.machine.run(choice, 1, watcher) {
            Ok(ran) => {
                self.outcome = ran.outcome;
                self.yielded |= ran.yielded;
            }
            Err(error) => {
                let schedule = self.path.schedule(&self.pass.shared.plan.prefix, &self.chain);
                self.pass.shared.fail(SearchError::Step { choice, error, schedule: Box::new(schedule) });
                return Err(Over);
            }
        }
        self.steps += 1;
        path::push(&mut self.chain, choice);
        self.lived.clone_from(&self.live);
        self.look_again(thread);
        if let Some(ended) = joins {
            Arc::make_mut(&mut self.lineage).join(thread, ended);
        }
        if self.live != self.lived {
            self.welcome(thread);
        }
        self.note(thread);
        let died = if died_before { None } else { self.machine.uncaught(thread) };
        self.look_at_step(Some(thread), died.as_ref());
        Ok(())
    }

    /// Takes note of threads that a step has started.
    fn welcome(&mut self, parent: ThreadId) {
        for child in self.live.iter().filter(|thread| !self.lived.contains(thread)) {
            Arc::make_mut(&mut self.lineage).start(parent, *child);
            self.pass.shared.discipline.parent(parent, *child);
        }
    }

    /// Notes what a thread is about to touch.
    fn note(&mut self, thread: ThreadId) {
        if !self.pass.shared.plan.eager {
            return;
        }
        let Some(standing) = self.standing(thread) else { return };
        let kind = &standing.pending.kind;
        // Who can be interrupted asks, by joining a thread, whether that has ended yet.
        let asked = match *kind {
            OpKind::Join { thread: other, .. } if self.pass.given_up.contains(&Thing::Thread(thread)) => {
                Some((Thing::Thread(other), true))
            }
            _ => None,
        };
        for (thing, writes) in touched(kind).into_iter().chain([asked]).flatten() {
            if self.pass.given_up.contains(&thing) {
                continue;
            }
            let access = Access {
                thread,
                writes,
                locks: self.machine.context().locks(thread).into_boxed_slice(),
                joined: self.lineage.joined(thread),
                started: self.lineage.started(thread),
            };
            if self.noted.insert(number(thing, &access)) && self.pass.shared.discipline.note(thing, access) {
                self.pass.count_broken();
            }
        }
    }

    /// Makes a move: a choice, and the eager operations after it.
    pub fn advance(&mut self, choice: Choice) -> Result<(), Over> {
        self.chain.clear();
        self.yielded = false;
        self.cut = false;
        self.step(choice)?;
        self.close()
    }

    /// Does eager operations until no thread stands before one.
    fn close(&mut self) -> Result<(), Over> {
        if !self.pass.shared.plan.eager {
            return Ok(());
        }
        let mut length = 0;
        let mut mark = None;
        while self.outcome.is_running()
            && let Some(thread) = self.next_eager()
        {
            length += 1;
            if length >= SUSPECT_CHAIN {
                let state = self.machine.fingerprint();
                if mark == Some(state) || length > LONGEST_CHAIN {
                    self.cut = true;
                    return Ok(());
                }
                if u32::is_power_of_two(length) {
                    mark = Some(state);
                }
            }
            self.step(Choice::Thread(thread))?;
        }
        Ok(())
    }

    fn next_eager(&self) -> Option<ThreadId> {
        let is_live = |thread: ThreadId| self.live.contains(&thread);
        let eager = self.standings.iter().find(|standing| is_eager(standing, &self.pass.given_up, is_live));
        eager.map(|standing| standing.thread)
    }

    /// The state after a move: a node, if there is something to explore from it.
    pub fn arrive(&mut self, sleep: u64, manner: Manner) -> Result<Option<Node<M>>, Over> {
        self.flush();
        let plan = &self.pass.shared.plan;
        let state = self.machine.fingerprint().0;
        let steps = self.path.steps + self.chain.iter().map(|run| run.count).sum::<u64>();
        let visit = self.pass.visited.visit(self.name(state, manner), if self.cut { 0 } else { sleep });
        let (wake, sleep) = match visit {
            Visit::New => (u64::MAX, if self.cut { 0 } else { sleep }),
            Visit::Again { wake, sleep } => (wake, sleep),
            Visit::Known => {
                self.pass.met_again.fetch_add(1, Ordering::Relaxed);
                if plan.livelocks {
                    self.look_for_circle(state);
                }
                return Ok(None);
            }
        };
        if visit == Visit::New {
            self.pass.count_state(steps);
            if let Outcome::Finished { .. } = self.outcome {
                lock(&self.pass.ends).insert(state);
            }
        } else {
            self.pass.met_again.fetch_add(1, Ordering::Relaxed);
        }
        self.open_choices();
        if visit == Visit::New {
            self.look_at_state();
        }
        if self.pass.is_over() {
            return Err(Over);
        }
        if !self.outcome.is_running() {
            return Ok(None);
        }
        // A thread beyond the first 64 stands for all: no circle can be called fair then.
        let of = |thread| if bit(thread) == 0 { u64::MAX } else { bit(thread) };
        let open = self.choices.iter().fold(0, |mask, choice| mask | of(choice.thread()));
        self.choices.retain(|choice| match choice {
            Choice::Thread(thread) => {
                let bit = bit(*thread);
                if wake == u64::MAX { sleep & bit == 0 } else { wake & bit != 0 }
            }
            _ => wake == u64::MAX,
        });
        if self.choices.is_empty() || self.is_hopeless() {
            return Ok(None);
        }
        if plan.bounds.depth.is_some_and(|most| steps >= most) {
            self.pass.shared.note(Bound::Depth);
            return Ok(None);
        }
        let Manner { last, yielded, on_end, preemptions, preferred } = manner;
        let mut todo = std::mem::take(&mut self.choices);
        let at = Situation { standings: &self.standings, last, yielded, on_end, steps, preemptions, preferred };
        plan.strategy.arrange(&at, &mut todo);
        be_fair(&at, &mut todo);
        todo.reverse();
        let path = self.path.then(&self.chain, state, open);
        self.recent.enter(state);
        let lineage = self.lineage.clone();
        Ok(Some(Node { snapshot: None, path, lineage, todo, sleep, last, yielded, on_end, preemptions, preferred }))
    }

    /// Whether the search was told that nothing is to be found from here on.
    pub fn is_hopeless(&self) -> bool {
        let hopeless = self.pass.cut.is_some_and(|hopeless| hopeless(self.machine));
        if hopeless {
            self.pass.shared.note(Bound::Cut);
        }
        hopeless
    }

    /// The state after a move of a walk: counted and looked at, if it is new.
    pub fn visit_on_walk(&mut self) -> u128 {
        self.flush();
        let state = self.machine.fingerprint().0;
        if self.pass.visited.visit(state, 0) == Visit::New {
            self.pass.count_state(self.path.steps + self.chain.iter().map(|run| run.count).sum::<u64>());
            if let Outcome::Finished { .. } = self.outcome {
                lock(&self.pass.ends).insert(state);
            }
            self.open_choices();
            self.look_at_state();
        }
        state
    }

    /// What a state is visited as. Where preemptions are bounded, who moved last and how often is part of it.
    fn name(&self, state: u128, manner: Manner) -> u128 {
        // What is known of threads matters to the eager only.
        let mut name = if self.pass.shared.plan.eager { state ^ self.lineage.mark() } else { state };
        if self.pass.shared.plan.bounds.preemptions.is_some() {
            let last = manner.last.map_or(0, |thread| u128::from(thread.0) + 1);
            let mix = last << 32 | u128::from(manner.preemptions) << 1 | u128::from(manner.yielded);
            name ^= mix.wrapping_add(1).wrapping_mul(0xDA94_2042_E4DD_58B5_94D0_49BB_1331_11EB);
        }
        name
    }

    /// The choices that are open to the search here.
    pub fn open_choices(&mut self) {
        self.machine.choices(&mut self.choices);
        let waits = |choice: &&Choice| matches!(choice, Choice::Timeout(_) | Choice::Spurious(_));
        self.patient.clear();
        self.patient.extend(self.choices.iter().filter(waits).map(|choice| choice.thread()));
        let frozen = &self.pass.shared.plan.frozen;
        if !frozen.is_empty() {
            self.choices.retain(|choice| !frozen.contains(&choice.thread()));
        }
    }

    /// How a state is reached by a choice of a node: the manner, and what sleeps there; none where a bound forbids it.
    /// The machine stands in the node's state.
    pub fn manner(&self, node: &Node<M>, choice: Choice) -> Option<(Manner, u64)> {
        let plan = &self.pass.shared.plan;
        let thread = choice.thread();
        let same = node.last == Some(thread);
        let could_go_on = node.last.is_some_and(|last| self.standing(last).is_some_and(Standing::is_enabled));
        let preempts = !same && could_go_on && !node.yielded;
        let preemptions = node.preemptions + u32::from(preempts);
        if plan.bounds.preemptions.is_some_and(|most| preemptions > most) {
            self.pass.shared.note(Bound::Preemptions);
            return None;
        }
        let manner = Manner {
            last: Some(thread),
            yielded: false,
            on_end: if same { node.on_end + 1 } else { 0 },
            preemptions,
            preferred: node.preferred + u64::from(plan.strategy.prefers(thread)),
        };
        let sleep = if plan.sleep { self.still_asleep(node.sleep, choice) } else { 0 };
        Some((manner, sleep))
    }

    /// The threads of a sleep set that a choice does not wake.
    fn still_asleep(&self, sleep: u64, choice: Choice) -> u64 {
        if sleep == 0 {
            return 0;
        }
        let Some(mover) = self.standing(choice.thread()) else { return 0 };
        let sleeps_on = |standing: &&Standing| {
            sleep & bit(standing.thread) != 0
                && !is_dependent(standing.thread, &standing.pending.kind, choice, &mover.pending.kind)
        };
        self.standings.iter().filter(sleeps_on).fold(0, |mask, standing| mask | bit(standing.thread))
    }

    fn look_at_step(&mut self, moved: Option<ThreadId>, died: Option<&Uncaught>) {
        let plan = &self.pass.shared.plan;
        let mut symptoms = std::mem::take(&mut self.symptoms);
        let view = View {
            standings: &self.standings,
            patient: &[],
            outcome: &self.outcome,
            moved,
            died,
            context: self.machine.context(),
        };
        for property in &plan.properties {
            property.step(&view, &mut symptoms);
            for symptom in symptoms.drain(..) {
                report(self.pass, &mut self.reported, &self.path, &self.chain, &view, &symptom, || {
                    property.describe(&symptom, &view)
                });
            }
        }
        self.symptoms = symptoms;
    }

    /// Looks at the present state, whose choices are known.
    pub fn look_at_state(&mut self) {
        let plan = &self.pass.shared.plan;
        let mut symptoms = std::mem::take(&mut self.symptoms);
        let view = View {
            standings: &self.standings,
            patient: &self.patient,
            outcome: &self.outcome,
            moved: None,
            died: None,
            context: self.machine.context(),
        };
        for property in &plan.properties {
            property.state(&view, &mut symptoms);
            for symptom in symptoms.drain(..) {
                report(self.pass, &mut self.reported, &self.path, &self.chain, &view, &symptom, || {
                    property.describe(&symptom, &view)
                });
            }
        }
        self.symptoms = symptoms;
    }

    /// Reports a circle of states as a livelock, if it is one.
    fn look_for_circle(&mut self, state: u128) {
        let Some(circle) = self.recent.circle(&self.path, &self.chain, state) else { return };
        let view = View {
            standings: &self.standings,
            patient: &[],
            outcome: &self.outcome,
            moved: None,
            died: None,
            context: self.machine.context(),
        };
        let in_circle = |standing: &&Standing| circle.threads & bit(standing.thread) != 0;
        let standings: Vec<&Standing> = self.standings.iter().filter(in_circle).collect();
        let mut methods: Vec<u32> = standings.iter().map(|standing| standing.pending.site.method()).collect();
        methods.sort_unstable();
        methods.dedup();
        let threads = standings.iter().map(|standing| standing.thread).collect();
        let symptom = Symptom::new(Kind::Livelock, threads, &[], methods);
        let found = report(self.pass, &mut self.reported, &self.path, &self.chain, &view, &symptom, || {
            "the same states again and again".to_owned()
        });
        if let Some(mut finding) = found {
            finding.circle = circle.steps;
            self.pass.shared.report(finding);
        }
    }

    /// Adds this worker's steps to those of all.
    pub fn flush(&mut self) {
        self.pass.shared.steps.fetch_add(std::mem::take(&mut self.steps), Ordering::Relaxed);
    }
}

/// Gives an error its schedule and its names, and reports it unless it is known. A livelock is handed back, to be completed.
fn report<M: Machine>(
    pass: &Pass<'_, '_, M>,
    reported: &mut FxHashMap<Key, (bool, u64)>,
    path: &Path,
    chain: &[Run],
    view: &View<'_>,
    symptom: &Symptom,
    describe: impl FnOnce() -> String,
) -> Option<Finding> {
    let plan = &pass.shared.plan;
    let steps = path.steps + chain.iter().map(|run| run.count).sum::<u64>();
    let partial = symptom.kind == Kind::Deadlock && view.outcome.is_running();
    let known = reported.entry(symptom.key).or_insert((true, u64::MAX));
    if *known <= (partial, steps) {
        return None;
    }
    *known = (partial, steps);
    let mut threads: Vec<Involved> = symptom.threads.iter().map(|thread| involved(*thread, view)).collect();
    if let (Some(died), [dead]) = (view.died, &mut threads[..]) {
        dead.doing = "dies of it".to_owned();
        dead.stack.clone_from(&died.stack);
    }
    let finding = Finding {
        kind: symptom.kind,
        what: describe(),
        threads,
        schedule: path.schedule(&plan.prefix, chain),
        circle: 0,
        partial,
        moment: pass.moment(),
        key: symptom.key,
    };
    if finding.kind == Kind::Livelock {
        return Some(finding);
    }
    pass.shared.report(finding);
    None
}

pub(crate) fn involved(thread: ThreadId, view: &View<'_>) -> Involved {
    let standing = view.standing(thread);
    let locks = view.context.locks(thread);
    Involved {
        thread,
        name: view.context.thread_name(thread),
        doing: standing.map_or_else(String::new, |standing| doing(&standing.pending, &mut Classes(view.context))),
        site: standing.map_or(deadheat_event::SiteId(0), |standing| standing.pending.site),
        stack: view.context.stack(thread),
        locks: locks.into_iter().map(|(lock, mode)| (lock, view.context.object_class(lock.0), mode)).collect(),
    }
}
