// Light and dark: as the system says, or as the user chooses.
import { select } from './dom'
import { text } from './strings'

type Theme = 'auto' | 'light' | 'dark'
const key = 'assay-theme'
const dark = matchMedia('(prefers-color-scheme: dark)')

// isDark reports whether the page is dark at present.
export function isDark(): boolean { return document.documentElement.dataset.theme === 'dark' }

// startTheme applies the theme, and returns the switch. The callback is called when the theme has changed.
export function startTheme(changed: () => void): HTMLElement {
  let theme = (localStorage.getItem(key) ?? 'auto') as Theme
  const apply = () => {
    document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme
    changed()
  }
  dark.addEventListener('change', apply)
  apply()
  const values = Object.entries(text.theme) as [string, string][]
  return select(values, theme, value => {
    theme = value as Theme
    localStorage.setItem(key, theme)
    apply()
  }, { 'aria-label': text.themeLabel })
}
