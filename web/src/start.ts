// The beginning of the page: it loads the engine while the browser is still reading the rest, which is much longer.
import { program } from './engine'

void program()
