import type { Git } from '#git/git.ts'
import type { PushReceipt } from '#git/git-backend.ts'
import {
  inTime,
  type Listener,
  type ReceivePack,
  type RepositoryAccess,
  sentenceOf,
} from '#git/git-session.ts'
import { headOf, packsOf, removeAbandoned } from '#git/repository.ts'
import type { ByteReader } from '#git/wire/byte-reader.ts'
import type { Outlet } from '#git/wire/outlet.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { checkRefs } from './push-checks.ts'
import {
  answerPush,
  nothing,
  type PushAnswer,
  readPushRequest,
  type Update,
} from './push-protocol.ts'
import { maxObjects, type PackPipe, pipePack, unpack } from './unpack.ts'

const drainTimeout = 30_000
const tidyAfter = 5000
const tooManyObjects = `the push has more than ${maxObjects} objects`

/** A client that has seen the advertisement of the process which will store its push. */
export interface PushConversation {
  receivePack: ReceivePack
  input: ByteReader
  outlet: Outlet
}

/** Receives a push: check the refs, store, deploy, respond. */
export async function receivePush(
  listener: Listener,
  admission: RepositoryAccess,
  { receivePack, input, outlet }: PushConversation,
): Promise<void> {
  const { quota } = receivePack
  const request = await readPushRequest(input)
  if (!request) return

  const answer = answerPush(request.capabilities, outlet)
  const { wanted, rejections, advice } = checkRefs(request, admission.branch)
  for (const sentence of advice) await answer.say(sentence)
  if (!wanted) {
    const incoming = pipePack(input, undefined, quota.bytes)
    await answer.report({ unpack: 'ok', updated: [], rejections })
    return await drain(incoming)
  }

  const unpacking = {
    request,
    update: wanted,
    input,
    receivePack,
    show: answer.show,
  }
  const storeAndDeploy = async () => {
    const { incoming, ...stored } = await listener.unpackLimit(admission.caller.userId, () =>
      unpack(listener, admission, unpacking),
    )
    if (incoming.excess === 'bytes') await answer.say(quota.sentence)
    const excess = incoming.excess === 'objects' ? tooManyObjects : incoming.excess && quota.reason
    const problem = excess ?? stored.problem ?? (await deploy(listener, admission, wanted, answer))
    return { incoming, unpack: excess ?? stored.unpack, problem }
  }
  const { incoming, problem, ...stored } = await listener.replication
    .duringPush(admission.applicationId, storeAndDeploy)
    .catch((error) => ({
      incoming: pipePack(input, undefined, quota.bytes),
      unpack: 'ok',
      problem: sentenceOf(listener, error),
    }))

  await answer.report({
    unpack: stored.unpack,
    updated: problem === undefined ? [wanted.ref] : [],
    rejections:
      problem === undefined ? rejections : [{ ref: wanted.ref, reason: problem }, ...rejections],
  })
  await drain(incoming)
  // Its deployment needs the processor now.
  setTimeout(() => tidyPacks(listener, admission), tidyAfter).unref()
}

/** Reason why there is no deployment; `undefined` on success, when the pusher has been told. */
async function deploy(
  listener: Listener,
  admission: RepositoryAccess,
  update: Update,
  answer: PushAnswer,
): Promise<string | undefined> {
  try {
    const receipt = await deployPush(listener, admission, update)
    for (const line of receiptLines(receipt)) await answer.say(line)
    return undefined
  } catch (error) {
    return sentenceOf(listener, error)
  }
}

/** Reads the rest of the client's data, because it reads the response only after sending everything. */
const drain = (incoming: PackPipe): Promise<void> =>
  withTimeout(incoming.ended, drainTimeout, 'the rest of a push').catch(() => {})

/** Message to the pusher about the new deployment. */
const receiptLines = (receipt: PushReceipt): string[] => [
  '',
  `Deployment ${receipt.number} of ${receipt.applicationName} has started: ${receipt.deploymentId}`,
  `  follow it:  berth logs --deployment-id ${receipt.deploymentId}`,
  '  list all:   berth activity',
  ...(receipt.url ? [`  address:    ${receipt.url}`] : []),
  '',
]

const timeout = 30_000

/**
 * Creates the deployment of an update that git has stored. If the platform refuses it, the branch is reset, so that
 * the same push can be retried.
 */
export async function deployPush(
  listener: Listener,
  { applicationId, repository, branch, caller, from }: RepositoryAccess,
  update: Update,
): Promise<PushReceipt> {
  const { backend, git, withLock, replication } = listener
  // Two pushes may arrive here in another order than git stored them: the branch tells which is newer.
  return await withLock(applicationId, async () => {
    const head = await headOf(listener, applicationId, branch)
    if (head === undefined) throw new Refusal('missing', 'The application was deleted')
    if (head !== update.to) {
      throw new Refusal(
        'conflict',
        `Another push to ${branch} came at the same moment and is deployed instead`,
      )
    }
    try {
      const push = { applicationId, commit: update.to, branch, caller, from }
      // Before there is a deployment, because any server may run it.
      await replication.publish(applicationId)
      return await inTime(backend.receive(push))
    } catch (error) {
      await takeBack(git, repository, update)
      await replication.publish(applicationId).catch(() => {})
      throw error
    }
  })
}

/** Resets the branch, unless it has moved since. */
async function takeBack(git: Git, repository: string, { ref, from, to }: Update): Promise<void> {
  const change = from === nothing ? ['-d', ref, to] : [ref, from, to]
  const args = [`--git-dir=${repository}`, 'update-ref', ...change]
  // A repository deleted in the meantime needs no reset.
  await git.run(args, { repository, timeout }).catch(() => {})
}

const maxPacks = 50
const repackTimeout = 600_000

/** Repacks a repository in the background. Nothing is pruned: an unreachable commit may still be redeployed. */
export function tidyPacks(
  { git, withLock, reportBug }: Listener,
  { applicationId, repository }: RepositoryAccess,
): void {
  withLock(`packs of ${applicationId}`, async () => {
    await removeAbandoned(git, repository)
    if ((await packsOf(repository)).count <= maxPacks) return
    const args = [`--git-dir=${repository}`, 'repack', '--quiet', '-d', '--geometric=2']
    await git.runOrThrow(args, { repository, timeout: repackTimeout })
  }).catch(reportBug)
}
