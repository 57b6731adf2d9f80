// The entry points of the extension.

import * as vscode from 'vscode';
import { id, Server } from './server';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const current = new Server(context.extensionPath);
  server = current;
  context.subscriptions.push(
    current,
    vscode.commands.registerCommand(`${id}.restart`, () => current.restart()),
    vscode.commands.registerCommand(`${id}.showOutput`, () => current.output.show()),
    vscode.commands.registerCommand(`${id}.copyPointer`, () => copyPointer(current)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => current.restart()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => current.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      // The client itself reads the setting for the trace.
      if (['enable', 'path', 'arguments'].some((name) => event.affectsConfiguration(`${id}.${name}`))) return current.restart();
      return undefined;
    }),
  );
  await current.restart();
}

export async function deactivate(): Promise<void> {
  await server?.end();
  server = undefined;
}

async function copyPointer(from: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  try {
    const pointer = await from.pointer(editor.document, editor.selection.active);
    if (pointer === undefined) {
      void vscode.window.showInformationMessage('There is no value here.');
      return;
    }
    await vscode.env.clipboard.writeText(pointer);
    vscode.window.setStatusBarMessage(pointer === '' ? 'Copied the JSON Pointer to the whole document, which is empty' : `Copied ${pointer}`, 5000);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}
