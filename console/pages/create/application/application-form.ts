import type { NewApplication } from '#client/resources/applications/applications.ts'
import type { InstanceType } from '#client/resources/marketplace/catalogue.ts'
import { createTexts } from '#console/texts/en/create.ts'

/** A row of the form; rows keep their places by `id`. */
export interface VariableRow {
  id: number
  name: string
  value: string
}

/** What was chosen and typed; empty choices take what the catalogue has first. */
export interface ApplicationDraft {
  type: string
  flavor: string
  zone: string
  name: string
  rows: readonly VariableRow[]
  /** Ids of add-ons. */
  linked: readonly string[]
}

export const noApplication: ApplicationDraft = {
  type: '',
  flavor: '',
  zone: '',
  name: '',
  rows: [{ id: 1, name: '', value: '' }],
  linked: [],
}

const maxNameLength = 100
const variableName = /^[a-zA-Z0-9-_.]+$/
const texts = createTexts.variables

/** What is wrong with a name, or nothing. */
export function nameProblem(name: string): string | undefined {
  const { nameMissing, nameLong } = createTexts.application
  if (name.trim() === '') return nameMissing
  return name.trim().length > maxNameLength ? nameLong : undefined
}

/** What is wrong with rows, by their ids; rows without name and value are left out of everything. */
export function rowProblems(rows: readonly VariableRow[]): Map<number, string> {
  const problems = new Map<number, string>()
  const seen = new Set<string>()
  for (const { id, name, value } of rows) {
    if (name === '') {
      if (value !== '') problems.set(id, texts.missing)
      continue
    }
    if (!variableName.test(name)) problems.set(id, texts.badName)
    else if (seen.has(name)) problems.set(id, texts.twice)
    seen.add(name)
  }
  return problems
}

export const variablesOf = (rows: readonly VariableRow[]): Record<string, string> =>
  Object.fromEntries(rows.filter(({ name }) => name !== '').map(({ name, value }) => [name, value]))

interface ApplicationForm {
  name: string
  type: InstanceType
  flavor: string
  zone: string
  rows: readonly VariableRow[]
}

/** One instance of the size; scaling is a matter of later. */
export const newApplication = ({
  name,
  type,
  flavor,
  zone,
  rows,
}: ApplicationForm): NewApplication => ({
  name: name.trim(),
  description: '',
  zone,
  instanceType: type.type,
  instanceVersion: type.version,
  instanceVariant: type.variant.id,
  minFlavor: flavor,
  maxFlavor: flavor,
  minInstances: 1,
  maxInstances: 1,
  env: variablesOf(rows),
})
