import { Failure } from '#platform/deployments/failure.ts'
import type { Tool } from '#platform/deployments/recipe/recipe.ts'
import { algorithms, type Hashes, keptHashes } from './hashes.ts'

/** A hash that an owner has pinned a tool with. */
interface Pin {
  algorithm: keyof Hashes
  digits: string
}

const form = new RegExp(`^(${algorithms.join('|')})\\.([0-9a-f]{40,128})$`, 'i')

/** Reads the pin of a tool, if it has one; `thing` is the tool and version in sentences. */
export function readPin({ hash }: Tool, thing: string): Pin | undefined {
  if (hash === undefined) return undefined
  const [, algorithm, digits] = form.exec(hash)?.map((part) => part.toLowerCase()) ?? []
  if (algorithm && digits) return { algorithm: algorithm as keyof Hashes, digits }
  throw new Failure('build', `The pinned hash of ${thing} cannot be read.`, [
    'It begins with sha512., sha256., sha224. or sha1. and goes on with hexadecimal digits.',
  ])
}

/** Throws unless the tool in this folder was made from what the owner has pinned. */
export async function checkPin(folder: string, pin: Pin, thing: string): Promise<void> {
  const found = (await keptHashes(folder))?.[pin.algorithm]
  if (found === pin.digits) return
  throw new Failure('build', `The pinned hash of ${thing} does not match what the registry has.`, [
    `Pinned: ${pin.algorithm}.${pin.digits}`,
    `Found:  ${pin.algorithm}.${found}`,
    'Correct the hash, or remove it to take what the registry publishes.',
  ])
}
