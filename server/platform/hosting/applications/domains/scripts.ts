/** Scripts in everyday use, by the recommendation of Unicode for identifiers (UAX 31, table 5). */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Scripts that are written together: Chinese, Japanese and Korean, each with Latin. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
].map((names) => new Set(names))

/** Small letters of Cyrillic that look like Latin ones. */
const lookalikes = /^[асԁеһіјӏорԛѕԝху\d-]+$/u

/** Top-level domains of countries that write Cyrillic, where a name in it is no surprise; those in Cyrillic too. */
const isCyrillicPlace = (topLevel: string): boolean =>
  topLevel.startsWith('xn--') ||
  ['bg', 'by', 'kg', 'kz', 'mk', 'mn', 'rs', 'ru', 'su', 'tj', 'ua', 'uz'].includes(topLevel)

/**
 * Why a label looks like another one, if it does: letters of several scripts, or letters of Cyrillic that all look
 * like Latin ones.
 */
export function scriptProblem(label: string, topLevel: string): string | undefined {
  if (/[^\p{L}\p{M}\p{Nd}-]/u.test(label)) {
    return `${label} contains a symbol, which is neither a letter nor a digit`
  }
  const letters = [...label].filter((letter) => /\p{L}/u.test(letter))
  const found = new Set(letters.map(scriptOf))
  if (found.has(undefined)) return `${label} has letters of a script that is not in everyday use`
  const isMixed = found.size > 1 && !together.some((allowed) => found.isSubsetOf(allowed))
  if (isMixed) {
    const names = [...found].sort().join(' and ')
    return `${label} mixes letters of ${names}, which look alike`
  }
  return lookalikes.test(label) && !isCyrillicPlace(topLevel)
    ? `${label} is Cyrillic and looks like a name in Latin letters`
    : undefined
}

/** The long vowel mark belongs to Hiragana and Katakana alike. */
const scriptOf = (letter: string): string | undefined =>
  letter === 'ー' ? 'Katakana' : scripts.find(({ pattern }) => pattern.test(letter))?.name
