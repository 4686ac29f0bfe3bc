import { outcome } from '#api/answers/outcome.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { boolean, list, object, optional, string } from '#kit/schema.ts'
import {
  approvePreview,
  removePreview,
  updatePreview,
} from '#platform/hosting/previews/change-preview.ts'
import { createPreview } from '#platform/hosting/previews/create-preview.ts'
import { getPreview } from '#platform/hosting/previews/find-preview.ts'
import { nameOfSource } from '#platform/model/hosting/previews/preview.ts'
import { parsePreviewId } from '#platform/model/ids.ts'
import { previewAnswer } from './preview-answers.ts'
import { previewRecord } from './preview-record.ts'
import { previewSettingsEndpoints } from './preview-settings.ts'

const path = '/v4/berth/organisations/:ownerId/applications/:applicationId/previews' as const
const one = `${path}/:previewId` as const

const listPreviews = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the previews of an application, oldest first',
  answer: list(previewAnswer),
  async handle(call) {
    const { platform, application } = call
    const previews = await platform.store.previews.listOf(application.id)
    return Promise.all(previews.map((preview) => previewRecord(call, preview)))
  },
})

const getOne = endpoint({
  method: 'GET',
  path: one,
  access: { on: 'application', may: 'see' },
  summary: 'Shows a preview: its address, state, deployment and commit',
  answer: previewAnswer,
  async handle(call) {
    const { platform, application, params } = call
    const id = parsePreviewId(params.previewId)
    return previewRecord(call, await getPreview(platform, application.id, id))
  },
})

const create = endpoint({
  method: 'POST',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'preview.create',
  summary:
    'Creates the preview of a branch, or updates the one that there is; made in the background',
  body: object({
    branch: string,
    /** All 40 digits; the newest of the branch when absent. */
    commit: optional(string),
    /** Without variables of the application and copies of its data. */
    isIsolated: optional(boolean),
  }),
  answer: previewAnswer,
  cost: 5,
  async handle(call) {
    const { platform, application, body, caller } = call
    const { branch, commit, isIsolated } = body
    const preview = await createPreview(platform, application, {
      source: { kind: 'branch', branch },
      commit,
      isIsolated,
      createdBy: caller.userId,
    })
    return previewRecord(call, preview)
  },
})

const update = endpoint({
  method: 'POST',
  path: `${one}/update`,
  access: { on: 'application', may: 'operate' },
  action: 'preview.update',
  summary: 'Deploys the newest commit of a preview, or this one; what has failed is tried again',
  body: object({ commit: optional(string) }),
  answer: previewAnswer,
  cost: 5,
  async handle(call) {
    const { platform, application, params, body } = call
    const preview = await getPreview(platform, application.id, parsePreviewId(params.previewId))
    return previewRecord(call, await updatePreview(platform, preview, body.commit))
  },
})

const approve = endpoint({
  method: 'POST',
  path: `${one}/approve`,
  access: { on: 'application', may: 'operate' },
  action: 'preview.approve',
  summary: 'Lets the commit of a fork run that a preview waits with',
  body: object({
    /** That was looked at, at least 7 characters; absent, whatever waits is approved. */
    commit: optional(string),
    /** Later commits of the same pull request run without another approval. */
    trustsUpdates: optional(boolean),
  }),
  answer: previewAnswer,
  async handle(call) {
    const { platform, application, params, body, caller } = call
    const preview = await getPreview(platform, application.id, parsePreviewId(params.previewId))
    const approval = { ...body, approvedBy: caller.userId }
    return previewRecord(call, await approvePreview(platform, preview, approval))
  },
})

const remove = endpoint({
  method: 'DELETE',
  path: one,
  access: { on: 'application', may: 'operate' },
  action: 'preview.delete',
  summary: 'Removes a preview with its application, its add-ons and their data, in the background',
  answer: outcome,
  async handle({ platform, application, params }) {
    const preview = await getPreview(platform, application.id, parsePreviewId(params.previewId))
    await removePreview(platform, preview)
    return done(`The preview of ${nameOfSource(preview.source)} is being removed.`)
  },
})

export const previewEndpoints: readonly Endpoint[] = [
  listPreviews,
  getOne,
  create,
  update,
  approve,
  remove,
  ...previewSettingsEndpoints,
]
