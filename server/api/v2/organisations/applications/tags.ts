import { tagList } from '#api/answers/providers.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { array, string } from '#kit/schema.ts'
import { tagApplication } from '#platform/hosting/applications/tags.ts'

const path = '/v2/organisations/:ownerId/applications/:applicationId/tags'

const listApplicationTags = endpoint({
  method: 'GET',
  path,
  access: { on: 'application', may: 'see' },
  summary: 'Lists the tags of an application',
  answer: tagList,
  handle: async ({ application }) => application.tags,
})

const putApplicationTags = endpoint({
  method: 'PUT',
  path,
  access: { on: 'application', may: 'operate' },
  action: 'application.tag',
  summary: 'Replaces the tags of an application',
  body: array(string),
  answer: tagList,
  handle: ({ platform, application, body }) => tagApplication(platform, application, () => body),
})

const putApplicationTag = endpoint({
  method: 'PUT',
  path: `${path}/:tag`,
  access: { on: 'application', may: 'operate' },
  action: 'application.tag',
  summary: 'Adds a tag to an application',
  answer: tagList,
  handle: ({ platform, application, params: { tag } }) =>
    tagApplication(platform, application, (tags) => [...tags, tag]),
})

const deleteApplicationTag = endpoint({
  method: 'DELETE',
  path: `${path}/:tag`,
  access: { on: 'application', may: 'operate' },
  action: 'application.untag',
  summary: 'Takes a tag off an application',
  answer: tagList,
  handle: ({ platform, application, params }) =>
    tagApplication(platform, application, (tags) => tags.filter((tag) => tag !== params.tag)),
})

export const applicationTagEndpoints: readonly Endpoint[] = [
  listApplicationTags,
  putApplicationTags,
  putApplicationTag,
  deleteApplicationTag,
]
