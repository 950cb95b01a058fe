// Prints the folder with this Node's headers when npm does not know it by itself, for shells: npm_config_nodedir=$(…).
import { headersOfThisNode } from './prepare.mjs'

const { npm_config_nodedir: folder = '' } = await headersOfThisNode()
console.log(folder)
