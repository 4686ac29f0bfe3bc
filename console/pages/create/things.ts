import { mayDo, type Permission } from '#console/api/permissions.ts'
import type { Creatable } from '#console/navigation/addresses.ts'
import { createTexts } from '#console/texts/en/create.ts'

interface CreateEntry {
  thing: Creatable
  label: string
  help: string
  /** Whether somebody with the role may create it in the organisation. */
  isPermitted: boolean
}

/** What a role has to be able to do; absent: everybody may. */
const needed: Readonly<Record<Creatable, Permission | undefined>> = {
  application: 'administer',
  addon: 'order',
  consumer: 'register',
  organisation: undefined,
  provider: 'offer',
}

/** What can be created, by a search for words of its name or its meaning. */
export function createEntries(search: string, role: string | undefined): CreateEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return (Object.keys(needed) as Creatable[])
    .filter((thing) => {
      const { label, help, words: others } = createTexts.things[thing]
      const text = `${label} ${others} ${help}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .map((thing) => {
      const permission = needed[thing]
      return {
        thing,
        label: createTexts.things[thing].label,
        help: createTexts.things[thing].help,
        isPermitted: permission === undefined || mayDo(role, permission),
      }
    })
}

/** Whether somebody may create it in an organisation. */
export function mayCreate(thing: Creatable, role: string | undefined): boolean {
  const permission = needed[thing]
  return permission === undefined || mayDo(role, permission)
}
