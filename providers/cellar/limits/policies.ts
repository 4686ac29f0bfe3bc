/** Statement of a bucket policy. */
type Statement = Readonly<Record<string, unknown>>

/** What an add-on may do in a bucket: all, all but write, or nothing. */
export type BucketState = 'open' | 'held' | 'closed'

/** Marks our statements for those who read their policy. */
const sid = 'BerthHold'

/** Uploads, copies and parts are all of the first. Without the others, the owner would write a policy without these lines. */
const writing = ['s3:PutObject', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']

/** The gateway's policies are as of this date. */
const version = '2012-10-17'

const resourcesOf = (bucket: string) => [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]

/** A denial, which precedes whatever else a policy allows, also to everybody. */
const deny = (bucket: string, actions: string | readonly string[]): Statement => ({
  Sid: sid,
  Effect: 'Deny',
  Principal: '*',
  Action: actions,
  Resource: resourcesOf(bucket),
})

/** With a policy the gateway asks nothing but that: the owner needs a statement too. */
const allowOwner = (bucket: string, keyId: string): Statement => ({
  Sid: sid,
  Effect: 'Allow',
  Principal: { AWS: [keyId] },
  Action: 's3:*',
  Resource: resourcesOf(bucket),
})

const policyOf = (statements: readonly Statement[]) =>
  JSON.stringify({ Version: version, Statement: statements })

/**
 * Policies of a bucket in a state, the best first. `own` is what its owner has written: it comes back unless it names keys that are gone,
 * and is left out meanwhile where there is no room for it, because file systems limit what is noted with a folder.
 */
export function policiesFor(
  state: BucketState,
  { bucket, keyId, own }: { bucket: string; keyId: string; own: string | null },
): (string | null)[] {
  if (state === 'open') return own === null ? [null] : [own, null]
  if (state === 'closed') return [policyOf([deny(bucket, 's3:*')])]
  const ours = [deny(bucket, writing), allowOwner(bucket, keyId)]
  const alone = policyOf(ours)
  return own === null ? [alone] : [policyOf([...statementsOf(own), ...ours]), alone]
}

/** Of a policy that the gateway has accepted. */
function statementsOf(policy: string): Statement[] {
  try {
    const { Statement: given } = JSON.parse(policy)
    return Array.isArray(given) ? given : [given].filter(Boolean)
  } catch {
    return []
  }
}
