import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { applications } from '#client/resources/applications/applications.ts'
import { addons } from '#client/resources/marketplace/addons.ts'
import type { InstanceType, OfferedFlavor, Zone } from '#client/resources/marketplace/catalogue.ts'
import { connection } from '#console/api/connection.ts'
import { pricesQuery } from '#console/api/queries/billing.ts'
import { flavorsQuery, instanceTypesQuery, zonesQuery } from '#console/api/queries/catalogue.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { type Draft, useDraft } from '#console/components/drafts/use-draft.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { pricedSizes } from '#console/format/list-prices.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { ChoiceCards } from '#console/pages/create/choice-cards.tsx'
import { CreateForm, ForOwner } from '#console/pages/create/create-form.tsx'
import { useCreateOwner } from '#console/pages/create/use-create-owner.ts'
import { createTexts } from '#console/texts/en/create.ts'
import { AddonChoices } from './addon-choices.tsx'
import {
  type ApplicationDraft,
  nameProblem,
  newApplication,
  noApplication,
  rowProblems,
  variablesOf,
} from './application-form.ts'
import { FolderPanel } from './folder-panel.tsx'
import type { ProjectFolder } from './project-folder.ts'
import { SizeChoice, SizeCost } from './size-choice.tsx'
import { VariableRows } from './variable-rows.tsx'

const texts = createTexts.application

export function loadCreateApplication(queryClient: QueryClient) {
  void queryClient.prefetchQuery(flavorsQuery)
  void queryClient.prefetchQuery(zonesQuery)
}

/** Type, size, name and variables of a new application; what follows is the push. */
export function CreateApplicationPage() {
  const creating = useCreateOwner('application')
  // Another owner has another catalogue; what was typed stays.
  const draft = useDraft(noApplication)
  return (
    <ForOwner creating={creating} title={texts.title}>
      {(owner) => <WithCatalogue owner={owner} draft={draft} />}
    </ForOwner>
  )
}

interface DraftProps {
  owner: Owner
  draft: Draft<ApplicationDraft>
}

function WithCatalogue({ owner, draft }: DraftProps) {
  const types = useQuery(instanceTypesQuery(owner.id))
  const flavors = useQuery(flavorsQuery)
  const zones = useQuery(zonesQuery)
  const skeleton = <SkeletonLines count={8} height="2rem" />
  return (
    <Loaded query={types} skeleton={skeleton}>
      {(knownTypes) => (
        <Loaded query={flavors} skeleton={skeleton}>
          {(knownFlavors) => (
            <Loaded query={zones} skeleton={skeleton}>
              {(knownZones) => (
                <ApplicationFields
                  owner={owner}
                  draft={draft}
                  types={knownTypes.filter(({ enabled }) => enabled)}
                  flavors={knownFlavors.filter(({ available }) => available)}
                  zones={knownZones}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface ApplicationFieldsProps extends DraftProps {
  types: readonly InstanceType[]
  flavors: readonly OfferedFlavor[]
  zones: readonly Zone[]
}

function ApplicationFields({ owner, draft, types, flavors, zones }: ApplicationFieldsProps) {
  const { values, set } = draft
  const { name, rows, linked } = values
  const zone = values.zone || (zones[0]?.name ?? '')
  const { data: prices } = useQuery(pricesQuery(owner.id, zone))
  const sizes = prices ? pricedSizes(flavors, prices, 'apps') : flavors
  const [isTried, setTried] = useState(false)
  const [folder, setFolder] = useState<ProjectFolder>()
  const creation = useCreation(owner, draft)
  const type = types.find((one) => one.type === values.type) ?? types[0]
  if (!type) return null
  const flavor = values.flavor || type.defaultFlavor.name
  const size = sizes.find((one) => one.name === flavor)
  const problems = rowProblems(rows)
  const submit = () => {
    setTried(true)
    if (nameProblem(name) || problems.size > 0 || creation.isPending) return
    creation.mutate(newApplication({ name, type, flavor, zone, rows }))
  }
  return (
    <CreateForm label={texts.title} onSubmit={submit}>
      <FolderPanel
        folder={folder}
        type={type}
        environment={variablesOf(rows)}
        onFolder={(chosen) => {
          setFolder(chosen)
          const proposed = types.find((one) => one.type === chosen.types[0]?.type)
          set({ ...(proposed && { type: proposed.type }), name: name || chosen.name })
        }}
      />
      <ChoiceCards
        label={texts.type}
        value={type.type}
        choices={types.map((one) => ({ value: one.type, label: one.name }))}
        onChange={(chosen) => set({ type: chosen })}
      />
      <SizeChoice
        flavors={sizes}
        value={flavor}
        currency={prices?.currency}
        onChange={(chosen) => set({ flavor: chosen })}
      />
      <div className="create-pair">
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={name}
          error={isTried ? nameProblem(name) : undefined}
          spellCheck={false}
          onChange={(typed) => set({ name: typed })}
        />
        {zones.length > 1 && (
          <Select
            label={texts.zone}
            hint={texts.zoneHint}
            value={zone}
            choices={zones.map((one) => ({ value: one.name, label: zoneLabel(one) }))}
            onChange={(chosen) => set({ zone: chosen })}
          />
        )}
      </div>
      <Panel title={texts.variables}>
        <div className="create-fields">
          <p className="muted small">{texts.variablesHelp}</p>
          <VariableRows
            rows={rows}
            problems={isTried ? problems : new Map()}
            onChange={(typed) => set({ rows: typed })}
          />
        </div>
      </Panel>
      <AddonChoices
        ownerId={owner.id}
        value={linked}
        onChange={(chosen) => set({ linked: chosen })}
      />
      {size && prices && <SizeCost flavor={size} currency={prices.currency} />}
      {creation.isError && <ErrorLine error={creation.error} />}
      <div className="create-submit">
        <Button type="submit" kind="primary" isPending={creation.isPending}>
          {texts.submit}
        </Button>
      </div>
    </CreateForm>
  )
}

const zoneLabel = ({ name, city, country }: Zone) =>
  [name, [city, country].filter(Boolean).join(', ')].filter(Boolean).join(' · ')

/** Of the chosen add-ons those of the owner, who may have been changed since. */
const linkedOf = ({ addons: known }: Owner, { linked }: ApplicationDraft) =>
  linked.filter((id) => known.some((one) => one.id === id))

/** Creates, links the add-ons, and leads to the page that waits for the push. */
function useCreation(owner: Owner, draft: Draft<ApplicationDraft>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (input: ReturnType<typeof newApplication>) => {
      const created = await applications(connection).create(owner.id, input)
      const address = { ownerId: owner.id, id: created.id }
      for (const id of linkedOf(owner, draft.values)) {
        // The application is there: what failed can be repeated from its page.
        await addons(connection)
          .link(address, id)
          .catch(() => {
            const addon = owner.addons.find((one) => one.id === id)
            showToast({ kind: 'wrong', text: texts.notLinked(addon?.name ?? id) })
          })
      }
      return address
    },
    onSuccess: async (address) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.summary })
      draft.release()
      await navigate(addressOf.firstPush(address))
    },
  })
}
