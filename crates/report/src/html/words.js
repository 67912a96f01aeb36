// The words of the result come with it, made by the program: this puts each beside what it is about.

function joinWords(result, words) {
  result.findings.forEach((finding, at) => {
    finding.words = words.findings[at];
    finding.participants.forEach((part, each) => { part.words = finding.words.participants[each]; });
    finding.course = finding.witness ?? finding.reordering;
    finding.course?.interleaving.forEach((moment, each) => { moment.words = finding.words.moments[each]; });
    finding.error.warning?.cycle?.forEach((edge, each) => { edge.words = finding.words.cycle[each]; });
  });
}

function tag(thread) {
  return "T" + thread;
}

/** Where it is; in the file that most is in (`usual`), the line is enough. */
function placeWords(place, usual) {
  if (!place) return "";
  return place.line && place.file === usual ? `:${place.line}` : place.short;
}
