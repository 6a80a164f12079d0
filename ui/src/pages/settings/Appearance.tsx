import { Select } from '#ui/components/Field'
import { Segmented } from '#ui/components/Segmented'
import {
  LANGUAGES,
  type LanguageChoice,
  changeLanguage,
  rememberedLanguage,
} from '#ui/lib/language'
import { DENSITIES, type Density, TEXT_SIZES, applyLook, useLook } from '#ui/lib/look'
import { type Theme, applyTheme } from '#ui/shell/theme'
import { SettingRow } from './SettingRow'
import { useState } from 'react'
import { say } from '#ui/lib/say'

const DENSITY: Record<Density, string> = {
  comfortable: say('Comfortable'),
  compact: say('Compact'),
}

/** The look of the window. Each choice is applied at once. */
export function Appearance({ theme, onTheme }: { theme: Theme; onTheme(theme: Theme): void }) {
  const { textSize, density } = useLook()
  return (
    <>
      <SettingRow label={say('Theme')} what={say('System follows the desktop.')}>
        <Segmented<Theme>
          label={say('Theme')}
          value={theme}
          choices={[
            { value: 'light', label: say('Light') },
            { value: 'dark', label: say('Dark') },
            { value: 'system', label: say('System') },
          ]}
          onChange={(next) => {
            applyTheme(next)
            onTheme(next)
          }}
        />
      </SettingRow>
      <SettingRow label={say('Size of text')} what={say('Everything grows with it.')}>
        <Segmented
          label={say('Size of text')}
          value={String(textSize)}
          choices={TEXT_SIZES.map((size) => ({ value: String(size), label: `${size} %` }))}
          onChange={(next) =>
            applyLook({ textSize: TEXT_SIZES.find((size) => String(size) === next) ?? textSize })
          }
        />
      </SettingRow>
      <SettingRow label={say('Density')} what={say('How much room the rows of lists take.')}>
        <Segmented<Density>
          label={say('Density')}
          value={density}
          choices={DENSITIES.map((value) => ({ value, label: DENSITY[value] }))}
          onChange={(next) => applyLook({ density: next })}
        />
      </SettingRow>
      <LanguageRow />
    </>
  )
}

/** The language of the window. The window is loaded again in it. */
function LanguageRow() {
  const [chosen, choose] = useState(rememberedLanguage)
  return (
    <SettingRow
      label={say('Language')}
      what={say(
        'System follows the desktop. Skills, and what agents say, keep their own language.',
      )}
    >
      <Select
        aria-label={say('Language')}
        value={chosen}
        onChange={(event) => {
          const next = event.target.value as LanguageChoice
          choose(next)
          changeLanguage(next)
        }}
      >
        <option value="system">{say('System')}</option>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </Select>
    </SettingRow>
  )
}
