import { type FoundOffer, readOffers } from './offer.ts'
import type { OperatorChoice, OperatorChoices } from './operator-choice.ts'
import {
  type FoundPrograms,
  type InstallPackage,
  type RequiredPrograms,
  requiredPrograms,
} from './required-programs.ts'

/** An offer, and what this machine has of what it needs. */
export interface SearchedOffer {
  offer: FoundOffer
  programs: RequiredPrograms
  found: FoundPrograms
}

export interface ProgramSearch {
  /** Folder of the providers' programs and offers; the built-in ones when absent. */
  programs?: string
  /** Installs the servers of a provider on demand; absent where that is forbidden or impossible. */
  install?: InstallPackage | undefined
  /** By which some need other programs, or none. */
  choices?: OperatorChoices
}

/** Looks on this machine for what each offer needs. */
export async function searchPrograms({
  programs: folder,
  install,
  choices,
}: ProgramSearch): Promise<SearchedOffer[]> {
  const search = async (offer: FoundOffer) => {
    const programs = requiredPrograms(afterChoice(offer, choices?.get(offer.id)), install)
    return { offer, programs, found: await programs.look() }
  }
  return Promise.all((await readOffers(folder)).map(search))
}

/** What an offer requires, after what the operator has chosen. */
function afterChoice(
  { name, requires }: FoundOffer,
  choice: OperatorChoice | undefined,
): Pick<FoundOffer, 'name' | 'requires'> {
  if (!requires || !choice?.programs) return { name, ...(requires && { requires }) }
  const { programs } = choice
  return programs.length === 0 ? { name } : { name, requires: { ...requires, programs } }
}
