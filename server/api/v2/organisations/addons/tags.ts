import { tagList } from '#api/answers/providers.ts'
import { type Endpoint, endpoint } from '#api/http/endpoint.ts'
import { array, string } from '#kit/schema.ts'
import { tagAddon } from '#platform/marketplace/addons/rename-addon.ts'

const path = '/v2/organisations/:ownerId/addons/:addonId/tags'

const listTags = endpoint({
  method: 'GET',
  path,
  access: { on: 'addon', may: 'see' },
  summary: 'Lists the tags of an add-on',
  answer: tagList,
  handle: async ({ addon }) => addon.tags,
})

const putTags = endpoint({
  method: 'PUT',
  path,
  access: { on: 'addon', may: 'order' },
  action: 'addon.tag',
  summary: 'Replaces the tags of an add-on',
  body: array(string),
  answer: tagList,
  handle: ({ platform, addon, body }) => tagAddon(platform, addon, () => body),
})

const putTag = endpoint({
  method: 'PUT',
  path: `${path}/:tag`,
  access: { on: 'addon', may: 'order' },
  action: 'addon.tag',
  summary: 'Adds a tag to an add-on',
  answer: tagList,
  handle: ({ platform, addon, params: { tag } }) =>
    tagAddon(platform, addon, (tags) => [...tags, tag]),
})

const deleteTag = endpoint({
  method: 'DELETE',
  path: `${path}/:tag`,
  access: { on: 'addon', may: 'order' },
  action: 'addon.untag',
  summary: 'Takes a tag off an add-on',
  answer: tagList,
  handle: ({ platform, addon, params }) =>
    tagAddon(platform, addon, (tags) => tags.filter((tag) => tag !== params.tag)),
})

export const addonTagEndpoints: readonly Endpoint[] = [listTags, putTags, putTag, deleteTag]
