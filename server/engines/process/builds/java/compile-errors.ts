import type { ErrorLines } from '#engines/process/builds/sbt/sbt-advice.ts'

const maxErrors = 6
/** javac says `File.java:5: error: …`, which Ant indents behind its task; Maven `[ERROR] File.java:[5,3] …`; Kotlin `e: file://File.kt:5:3 …`. */
const error =
  /^(?:\[ERROR\] |\s{0,12}\[javac\] |e: (?:file:\/\/)?)?(\/[^\s:[\]]{1,250}\.(?:java|kt|groovy)):(?:\[(\d{1,6}),\d{1,6}\]|(\d{1,6}):(?:\d{1,6})?:?) (?:error: )?(.{1,200})/
/** Where every application lies in its sandbox. */
const above = /^\/home\/app\/[^/]{1,100}\//

/** Collects the first errors of compilers, as file and line below the folder of the application. */
export function collectCompileErrors(): ErrorLines {
  const errors = new Set<string>()
  return {
    hear(line) {
      if (errors.size >= maxErrors) return
      const [, file = '', ofMaven, ofJavac, text = ''] = error.exec(line) ?? []
      if (file === '' || text.startsWith('warning:')) return
      errors.add(`  ${file.replace(above, '')}:${ofMaven ?? ofJavac}: ${text.trimEnd()}`)
    },
    lines: () => (errors.size === 0 ? [] : ['The first errors:', ...errors]),
  }
}
