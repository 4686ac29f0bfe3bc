import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export type Weight = 'regular' | 'semibold'

/** A font and the characters it is asked for. */
export interface FontSource {
  characters: RegExp
  regular: string
  /** The regular one where absent. */
  semibold?: string
}

const require = createRequire(import.meta.url)
const packaged = (path: string) => require.resolve(`@expo-google-fonts/${path}`)

/** Latin, Greek and Cyrillic; asked first for every character. */
export const textFont: FontSource = {
  characters: /./su,
  regular: packaged('inter/400Regular/Inter_400Regular.ttf'),
  semibold: packaged('inter/600SemiBold/Inter_600SemiBold.ttf'),
}

export const emojiFont: FontSource = {
  characters: /\p{Extended_Pictographic}|\p{Regional_Indicator}/u,
  regular: packaged('noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
}

const packagedFonts: readonly FontSource[] = [
  {
    characters: /\p{Script=Hebrew}/u,
    regular: packaged('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    semibold: packaged('noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf'),
  },
  {
    characters: /\p{Script_Extensions=Arabic}/u,
    regular: packaged('noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    semibold: packaged('noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'),
  },
  emojiFont,
]

/** Every file that this program reads of the packages, which have more. */
export const packagedFontFiles: readonly string[] = [textFont, ...packagedFonts].flatMap(
  ({ regular, semibold }) => (semibold === undefined ? [regular] : [regular, semibold]),
)

const chineseJapaneseKorean =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u

/** Scripts of Debian's fonts-noto-core, by their names in Unicode; the files are named like them. */
const notoScripts =
  'Armenian Bengali Cherokee Devanagari Ethiopic Georgian Gujarati Gurmukhi Kannada Khmer Lao Malayalam Mongolian Myanmar Oriya Sinhala Tamil Telugu Thaana Thai'.split(
    ' ',
  )

/**
 * Fonts of the machine, if they are installed. They are too large to be brought along (6 MB for Chinese, Japanese and Korean
 * in fonts-droid-fallback and fonts-nanum, 70 MB in a package of npm), and most platforms never print such a name.
 */
function installedFonts(folder: string): readonly FontSource[] {
  const noto = (file: string) => join(folder, 'noto', file)
  const sources: FontSource[] = [
    {
      characters: chineseJapaneseKorean,
      regular: join(folder, 'droid/DroidSansFallbackFull.ttf'),
    },
    {
      characters: /\p{Script=Hangul}/u,
      regular: join(folder, 'nanum/NanumGothic.ttf'),
      semibold: join(folder, 'nanum/NanumGothicBold.ttf'),
    },
    ...notoScripts.map((script) => ({
      characters: new RegExp(`\\p{Script=${script}}`, 'u'),
      regular: noto(`NotoSans${script}-Regular.ttf`),
      semibold: noto(`NotoSans${script}-Bold.ttf`),
    })),
    {
      characters: /./su,
      regular: join(folder, 'dejavu/DejaVuSans.ttf'),
      semibold: join(folder, 'dejavu/DejaVuSans-Bold.ttf'),
    },
  ]
  return sources.filter(({ regular }) => existsSync(regular))
}

/** Where Debian installs TrueType fonts. */
export const systemFontFolder = '/usr/share/fonts/truetype'

/** Fonts to be asked in turn for characters that the text font lacks. */
export const fallbackFonts = (folder: string): readonly FontSource[] => [
  ...packagedFonts,
  ...installedFonts(folder),
]
