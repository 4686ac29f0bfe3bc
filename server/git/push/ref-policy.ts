import { nothing, type PushRequest, type Rejection, type Update } from './push-protocol.ts'

/** Decision about a push: at most one update is accepted, the others are rejected. */
export interface RefVerdict {
  wanted?: Update
  rejections: Rejection[]
  /** Sentences for the pusher. */
  advice: string[]
}

/** Accepts only the branch that deploys; other refs would never run. */
export function checkRefs({ updates, capabilities }: PushRequest, branch: string): RefVerdict {
  const deployed = `refs/heads/${branch}`
  const wanted = updates.find(({ ref, to }) => ref === deployed && to !== nothing)
  const others = updates.filter((update) => update !== wanted)
  const rejections = others.map((update) => ({ ref: update.ref, reason: reason(update, branch) }))
  const advice = [...new Set(others.map((update) => explain(update, branch)))].slice(0, 5)
  if (wanted && others.length > 0 && capabilities.has('atomic')) {
    const all = { ref: wanted.ref, reason: 'atomic push: another ref was rejected' }
    return { rejections: [all, ...rejections], advice }
  }
  return { ...(wanted && { wanted }), rejections, advice }
}

function reason({ to }: Update, branch: string): string {
  return to === nothing ? 'deleting is not allowed' : `only branch ${branch} is deployed`
}

function explain({ ref, to }: Update, branch: string): string {
  const name = ref.replace(/^refs\/(heads|tags)\//, '')
  if (ref === `refs/heads/${branch}`) {
    return `The branch ${branch} is deployed and cannot be deleted.`
  }
  if (to === nothing) return `Only the branch ${branch} is stored. There is nothing to delete.`
  const isTag = ref.startsWith('refs/tags/')
  const isPlain = /^\w[\w./-]*$/.test(name)
  const what = isTag && isPlain ? `${name}^{commit}:refs/heads/${branch}` : `HEAD:${branch}`
  return (
    `Only the branch ${branch} is deployed: the ${isTag ? 'tag' : 'branch'} ${name} was not stored. ` +
    `To deploy it: git push <remote> ${what}`
  )
}
