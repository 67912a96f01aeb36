//! A finding: the line that says it all, the places, the interleaving, the reasons, the command.

use deadheat_event::SourcePos;
use deadheat_witness::result::{Finding, FoundError, Participant, Verdict};

use super::page::{Page, Span, Style};
use super::{TextOptions, Voice, excerpt, interleaving};
use crate::{kinds, words};

/// Frames of a stack that are shown.
const FRAMES: usize = 12;

/// Shows a finding, the `number`th of so many.
pub fn show(page: &mut Page, finding: &Finding, (number, of): (usize, usize), voice: Voice, options: &TextOptions) {
    let style = style(&finding.verdict);
    let (word, what) = match voice {
        Voice::Verdict => (finding.verdict.id(), words::headline(finding)),
        Voice::Warning => ("warning", words::suspicion(&finding.error)),
        Voice::Replay => ("replayed", words::headline(finding)),
    };
    let mut title = vec![Span::new(style, format!("{word}: ")), Span::new(Style::Strong, what)];
    if of > 1 {
        title.insert(0, Span::new(Style::Dim, format!("[{number}/{of}] ")));
    }
    page.line(0, &title);
    page.line(2, &[Span::new(Style::Dim, about(finding, voice))]);

    if finding.verdict == Verdict::Refuted {
        for participant in &finding.participants {
            page.line(2, &who(participant, &finding.error));
            page.line(6, &[Span::plain(format!("at {}", participant.place))]);
        }
        page.line(2, &[Span::plain("The whole state space was searched, and it does not happen.")]);
        return;
    }
    for participant in &finding.participants {
        page.blank();
        part(page, participant, &finding.error, style, options);
        taken(page, &finding.error, participant);
    }
    block(page, &finding.error);
    if let Some(course) = finding.course() {
        page.blank();
        let (title, extent) = words::course(finding);
        page.line(2, &[Span::new(Style::Strong, title), Span::plain(format!(", in {extent}"))]);
        interleaving::show(page, &course);
    }
    let reasons = words::reasons(finding);
    if !reasons.is_empty() {
        page.blank();
        page.line(2, &[Span::new(Style::Strong, kinds::of(finding.error.kind()).why)]);
        for reason in &reasons {
            page.line(2, &[Span::plain("- "), Span::plain(reason)]);
        }
    }
    if voice == Voice::Verdict {
        end(page, finding, options);
    }
}

fn style(verdict: &Verdict) -> Style {
    match verdict {
        Verdict::Witnessed { .. } | Verdict::Follows { .. } => Style::Bad,
        Verdict::Refuted => Style::Good,
        Verdict::Predicted { .. } | Verdict::Unresolved { .. } => Style::Unsure,
    }
}

fn about(finding: &Finding, voice: Voice) -> String {
    let mut about = finding.id.clone();
    for (number, _) in kinds::of(finding.error.kind()).cwe {
        about += &format!(" · CWE-{number}");
    }
    if finding.count > 1 {
        about += &format!(" · seen {} times", words::thousands(finding.count));
    }
    if finding.in_library {
        about += " · inside a library";
    }
    if let Some(pattern) = &finding.suppressed_by {
        about += &format!(" · suppressed by {pattern}");
    }
    if let Verdict::Witnessed { technique } = &finding.verdict
        && voice == Voice::Verdict
    {
        about += &format!(" · found by {}", words::technique(*technique));
    }
    about
}

fn who(participant: &Participant, error: &FoundError) -> Vec<Span> {
    let words = format!(" {}", words::part(participant, error));
    vec![Span::new(Style::Strong, participant.thread.to_string()), Span::plain(words)]
}

fn part(page: &mut Page, participant: &Participant, error: &FoundError, style: Style, options: &TextOptions) {
    page.line(2, &who(participant, error));
    excerpt::show(page, 4, &participant.place, style, &*options.sources);
    if participant.stack.is_empty() {
        page.line(6, &[Span::plain(format!("at {}", participant.place))]);
    } else {
        stack(page, &participant.stack);
    }
    let start = &participant.thread.started_at;
    if let Some(frame) = start.iter().find(|frame| frame.owner.is_program()).or(start.first()) {
        let by = participant.thread.started_by.map(|thread| format!(" by {thread}")).unwrap_or_default();
        page.line(6, &[Span::new(Style::Dim, format!("started{by} at {frame}"))]);
    }
}

/// Where a thread of a deadlock took the lock that another one waits for.
fn taken(page: &mut Page, error: &FoundError, participant: &Participant) {
    let FoundError::Deadlock { warning: Some(warning), .. } = error else { return };
    for edge in &warning.cycle {
        // The warning may be of another run: only what fits is told. In a witness a namesake has a number behind its name.
        let holds = participant.locks.iter().any(|(lock, _)| lock.name.split(" #").next() == Some(&edge.holds.name));
        if edge.thread.id == participant.thread.id
            && holds
            && let Some(frame) = edge.held_at.first()
        {
            page.line(6, &[Span::new(Style::Dim, format!("took {} at {frame}", edge.holds.name))]);
        }
    }
}

/// What a block that is not atomic does, and what breaks it.
fn block(page: &mut Page, error: &FoundError) {
    let FoundError::Atomicity { warning: Some(warning), .. } = error else { return };
    let conflict = &warning.conflict;
    page.blank();
    page.line(2, &[Span::new(Style::Strong, "The block"), Span::plain(format!(" begins at {}", warning.begins))]);
    let mut step = |text: String| page.line(2, &[Span::plain("- "), Span::plain(text)]);
    step(format!("{} {} at {}", warning.thread, words::block_act(&conflict.before.act), conflict.before.place));
    step(format!("{} can come between", warning.intruder));
    step(format!("{} {} at {}", warning.thread, words::block_act(&conflict.after.act), conflict.after.place));
}

/// A stack, the library's frames between the guest's own folded.
fn stack(page: &mut Page, stack: &[SourcePos]) {
    let mut rest = stack;
    let mut shown = 0;
    while let Some((frame, after)) = rest.split_first() {
        if shown == FRAMES {
            page.line(6, &[Span::new(Style::Dim, format!("… {} …", words::count(rest.len() as u64, "more call")))]);
            return;
        }
        shown += 1;
        let library = rest.iter().take_while(|frame| !frame.owner.is_program()).count();
        if library > 2 {
            page.line(6, &[Span::new(Style::Dim, format!("at {frame}"))]);
            let inner = words::count(library as u64 - 1, "call");
            page.line(6, &[Span::new(Style::Dim, format!("… {inner} in the library …"))]);
            rest = &rest[library..];
        } else {
            page.line(6, &[Span::plain(format!("at {frame}"))]);
            rest = after;
        }
    }
}

/// How to go on from here.
fn end(page: &mut Page, finding: &Finding, options: &TextOptions) {
    match &finding.verdict {
        Verdict::Witnessed { .. } if finding.witness.is_some() && !options.replay.is_empty() => {
            page.blank();
            let command = options.replay.replace("{id}", &finding.id);
            page.whole(2, &[Span::new(Style::Strong, "Replay it: "), Span::new(Style::Command, command)]);
        }
        Verdict::Follows { .. } => {
            page.blank();
            page.line(2, &[Span::new(Style::Strong, "Not by itself: "), Span::plain(words::follows(finding))]);
        }
        Verdict::Predicted { .. } => {
            page.blank();
            page.line(2, &[Span::new(Style::Strong, "Not replayed: "), Span::plain(words::predicted(finding))]);
        }
        Verdict::Unresolved { next, .. } => {
            page.blank();
            page.line(2, &[Span::new(Style::Strong, "Not resolved: "), Span::plain(words::unresolved(finding))]);
            for attempt in &finding.attempts {
                let (technique, effort) = (words::technique(attempt.technique), words::effort(&attempt.effort));
                let outcome = words::outcome(attempt.outcome);
                page.line(2, &[Span::plain(format!("- tried {technique}: {outcome} ({effort})"))]);
            }
            if !next.is_empty() {
                page.whole(2, &[Span::new(Style::Strong, "Try next: "), Span::new(Style::Command, next)]);
            }
        }
        _ => {}
    }
}
