// Loaded before a server: its clock is 30 s ahead of that of all others.
const skew = 30_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...words) {
    if (words.length === 0) super(RealDate.now() + skew)
    else super(...words)
  }

  static now() {
    return RealDate.now() + skew
  }
}
