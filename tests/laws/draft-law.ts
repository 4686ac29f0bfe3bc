import type { SourceFile } from './source-tree.ts'

/** Controls of the console that people type into, and what is made of them. Searches are in the address. */
const control =
  /<(TextField|TextArea|CodeEditor|AddressFields|VariableRows|ConsumerFields|PemField)\b(.*?)\/>/gs
const given = /\b(?:value|rows)=\{([^}]*)\}/g
const state = /const \[(\w+)(?:, \w+)?\] = useState\b/g

/** Files whose texts are no drafts, and why. */
const exempt: Record<string, string> = {
  'console/components/overlays/confirm-by-name.tsx': 'the name confirms and is not kept',
  'console/pages/account/delete-account.tsx': 'the address confirms and is not kept',
  'console/pages/application/variables/expert-editor.tsx': 'each change is staged above it',
}

/**
 * Text controls of the console whose value is a state of their component. Typed text belongs into a draft
 * (`console/components/drafts/`), which no refresh, failure or navigation takes away unasked.
 */
export const draftBreaches = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^console\/.*\.tsx$/.test(path) && !exempt[path])
    .flatMap(({ path, text }) => {
      const states = Array.from(text.matchAll(state), ([, name = '']) => name)
      return Array.from(text.matchAll(control)).flatMap(([, element, attributes = '']) => {
        const values = Array.from(attributes.matchAll(given), ([, value = '']) => value)
        const held = states.filter((name) =>
          values.some((value) => new RegExp(`(?<![.\\w])${name}\\b`).test(value)),
        )
        return held.map((name) => `${path}: ${element} shows the state ${name}, not a draft`)
      })
    })
