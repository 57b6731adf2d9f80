// The language server, and what the user sees of it.

import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, State, type ErrorHandler, type LanguageClientOptions } from 'vscode-languageclient/node';
import { find, ProgramError, version } from './program';

/** The name of the extension in settings and commands. */
export const id = 'assay-jsonlint';

/** The command of the server whose result is a JSON Pointer. */
const pointerCommand = 'jsonlint.copyPointer';

const installation = 'https://github.com/assayjson/assay/blob/main/docs/install.md';

/** The languages that the server checks. It recognizes files by their names. */
const languages = ['json', 'jsonc', 'json5', 'jsonl', 'json-seq', 'snippets'];

interface Settings {
  enable: boolean;
  path: string;
  arguments: string[];
}

function readSettings(): Settings {
  const all = vscode.workspace.getConfiguration(id);
  return { enable: all.get('enable', true), path: all.get('path', ''), arguments: all.get<string[]>('arguments', []) };
}

/** A Server starts and stops the language server. Each change waits for the one before it. */
export class Server implements vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('jsonlint', { log: true });
  private readonly status = vscode.languages.createLanguageStatusItem(`${id}.status`, languages);
  private client: LanguageClient | undefined;
  private last: Promise<void> = Promise.resolve();

  /** Makes a server that does not run yet. The folder is that of the extension. */
  constructor(private readonly folder: string) {
    this.status.name = 'jsonlint';
    this.status.command = { title: 'Show the output', command: `${id}.showOutput` };
  }

  /** Stops the server if it runs, and starts it if the settings allow that. Never rejects. */
  restart(): Promise<void> {
    this.last = this.last.then(async () => {
      await this.stop();
      await this.start();
    }).catch((error: unknown) => this.fail(error));
    return this.last;
  }

  private async start(): Promise<void> {
    const settings = readSettings();
    if (!settings.enable) {
      this.show('off', vscode.LanguageStatusSeverity.Information);
      return;
    }
    const program = await find({
      setting: settings.path,
      folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
      isTrusted: vscode.workspace.isTrusted,
      extension: this.folder,
    });
    const found = await version(program);
    this.output.info(`${program}: ${found}`);
    const client: LanguageClient = new LanguageClient(id, 'jsonlint', { command: program, args: ['lsp', ...settings.arguments] }, this.options(() => client));
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) return;
      if (newState === State.Running) this.show(found, vscode.LanguageStatusSeverity.Information);
      if (newState === State.Stopped) this.show('the server has stopped', vscode.LanguageStatusSeverity.Error);
    });
    this.client = client;
    await client.start();
  }

  /** Returns the options of a client. A server that ends is started again, but not if it has never run. */
  private options(client: () => LanguageClient): LanguageClientOptions {
    let usual: ErrorHandler | undefined;
    const handler = () => (usual ??= client().createDefaultErrorHandler());
    let hasRun = false;
    const runs = () => (hasRun ||= client().initializeResult !== undefined);
    return {
      documentSelector: languages.flatMap((language) => [{ scheme: 'file', language }, { scheme: 'untitled', language }]),
      outputChannel: this.output,
      initializationFailedHandler: () => false, // the client reports the failure in another way, too
      errorHandler: {
        // A server that refuses its arguments may end before the first message to it has been written, or later. Either way,
        // the client reports it once.
        error: (...given) => (runs() ? handler().error(...given) : { action: ErrorAction.Continue, handled: true }),
        closed: () => (runs() ? handler().closed() : { action: CloseAction.DoNotRestart, handled: true }),
      },
    };
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (!client?.needsStop()) return; // its server has not started, or has ended
    try {
      await client.start(); // if the client is starting the server again
      await client.dispose();
    } catch (error) {
      this.output.error(`Stopping the server failed: ${String(error)}`);
    }
  }

  /** Waits for changes that have been asked for, and stops the server. */
  async end(): Promise<void> {
    this.last = this.last.then(() => this.stop());
    await this.last;
  }

  /** Returns the JSON Pointer to the value at a position, or undefined if there is none. */
  async pointer(document: vscode.TextDocument, position: vscode.Position): Promise<string | undefined> {
    await this.last;
    if (!this.client?.isRunning()) throw new Error('The language server does not run.');
    if (!this.client.initializeResult?.capabilities.executeCommandProvider?.commands.includes(pointerCommand)) {
      throw new Error('This version of jsonlint cannot do that. A newer one is needed.');
    }
    const argument = this.client.code2ProtocolConverter.asTextDocumentPositionParams(document, position);
    const found: unknown = await this.client.sendRequest('workspace/executeCommand', { command: pointerCommand, arguments: [argument] });
    return typeof found === 'string' ? found : undefined;
  }

  private show(text: string, severity: vscode.LanguageStatusSeverity): void {
    this.status.text = text;
    this.status.severity = severity;
  }

  /** Shows why the server does not run, and offers what helps. The client itself reports what happens after the start. */
  private fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.output.error(message);
    const isMissing = error instanceof ProgramError && error.kind === 'missing';
    this.show(isMissing ? 'jsonlint is missing' : 'jsonlint does not run', vscode.LanguageStatusSeverity.Error);
    if (!(error instanceof ProgramError)) return;
    const [install, settings] = ['How to Install', 'Open Settings'];
    void vscode.window.showErrorMessage(`${message} Install jsonlint, or set ${id}.path to its path.`, install, settings).then((choice) => {
      if (choice === install) void vscode.env.openExternal(vscode.Uri.parse(installation));
      if (choice === settings) void vscode.commands.executeCommand('workbench.action.openSettings', id);
    });
  }

  dispose(): void {
    this.status.dispose();
    this.output.dispose();
  }
}
