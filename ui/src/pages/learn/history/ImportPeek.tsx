import type { ImportRecord } from '#ui/backend/importTypes'
import { DescriptionList } from '#ui/components/DescriptionList'
import { Ago } from '#ui/components/Time'
import { IMPORT_STATE } from '#ui/domain/imports/importStates'
import { say } from '#ui/lib/say'

/** What Space shows of an import: what it brought, and how far it is. */
export function ImportPeek({ record }: { record: ImportRecord }) {
  return (
    <>
      <h2>{record.skill_name}</h2>
      <DescriptionList
        facts={[
          [say('State'), IMPORT_STATE[record.stage_state].label],
          [say('From'), record.original_filename],
          [say('Folder'), record.install_as && <code key="as">{record.install_as}</code>],
          [say('Last changed'), <Ago key="at" at={record.updated_at} />],
        ]}
      />
    </>
  )
}
