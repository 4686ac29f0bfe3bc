import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftBreaches } from './draft-law.ts'
import { sourceTree } from './source-tree.ts'

test('what is typed in the console is in drafts', () => {
  assert.deepEqual(draftBreaches(sourceTree('console')), [])
})

test('law of drafts: recognises a text that a component holds itself', () => {
  const breaches = (text: string) => draftBreaches([{ path: 'console/pages/a.tsx', text }]).length
  const held = "const [name, setName] = useState('')"
  assert.equal(breaches(`${held}\n<TextField label="Name" value={name} onChange={setName} />`), 1)
  assert.equal(breaches(`${held}\n<CodeEditor\n  value={name ?? saved}\n/>`), 1)
  assert.equal(breaches(`${held}\n<TextField value={draft.values.name} />`), 0)
  assert.equal(breaches(`${held}\n<Select value={name} />`), 0)
})
