// Checks messages against the types of vscode-languageserver-protocol: each message becomes a constant of its type in a
// file for the TypeScript compiler, which rejects members that are missing, ill-typed or unknown.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as protocol from 'vscode-languageserver-protocol/node';

/** The requests and notifications of the protocol, by method. */
export const methods = new Map();
for (const [name, value] of Object.entries(protocol)) {
  if (typeof value?.method === 'string' && value.type?.method) {
    methods.set(value.method, {
      name, // of the namespace that declares it
      isRequest: value.type instanceof protocol.ProtocolRequestType || value.type instanceof protocol.ProtocolRequestType0,
      hasParams: value.type.numberOfParams > 0,
      sender: value.messageDirection,
      capability: value.capabilities?.server,
    });
  }
}

const head = `import * as p from 'vscode-languageserver-protocol/node';
type Params<T> = T extends p.RequestType<infer P, any, any> ? P : T extends p.NotificationType<infer P> ? P : never;
type Result<T> = T extends p.RequestType<any, infer R, any> ? R : T extends p.RequestType0<infer R, any> ? R : never;
`;

// Results whose type says less than the session knows, because it announces what the client understands. The compiler is
// more lenient with alternatives.
const narrower = {
  'initialize': 'Pick<p.InitializeResult<never>, "capabilities" | "serverInfo">',
  'textDocument/documentSymbol': 'p.DocumentSymbol[] | null',
  'textDocument/codeAction': 'p.CodeAction[] | null',
};

// Messages that the package does not list as methods.
const others = {
  '$/cancelRequest': '{ id: number | string }',
  '$/progress': 'p.ProgressParams<any>',
  '$/setTrace': 'p.SetTraceParams',
  '$/logTrace': 'p.LogTraceParams',
};

const registrations = `type Registered<M extends string, O> = { registrations: { id: string, method: M, registerOptions?: O }[] };\n`;

/** Messages that the session sends although the protocol does not know them. */
export const invented = ['assay/unknown'];

/**
 * Returns complaints about the envelopes of messages, and lines of TypeScript that declare their contents. A message that
 * occurs several times is declared once.
 */
export function declare(messages) {
  const complaints = [];
  const declarations = new Map(); // from TypeScript to the message
  const sent = { client: new Map(), server: new Map() }; // requests without an answer, by ID
  const add = (type, value, message) => {
    if (value !== undefined) {
      complaints.push(...numbers(value, message));
      const text = JSON.stringify(value);
      declarations.set(`: ${type} = ${text};`, message);
    }
  };
  for (const { from, message } of messages) {
    const other = from === 'client' ? 'server' : 'client';
    if (message.jsonrpc !== '2.0') complaints.push(`not JSON-RPC 2.0: ${JSON.stringify(message)}`);
    if (message.method === undefined) {
      const method = sent[other].get(message.id);
      sent[other].delete(message.id);
      if (method === undefined) complaints.push(`the ${from} answers what was not asked: ${JSON.stringify(message)}`);
      else complaints.push(...answered(from, method, message, add));
      continue;
    }
    if (message.id !== undefined) sent[from].set(message.id, message.method);
    complaints.push(...asked(from, message, add));
  }
  for (const from of ['client', 'server']) {
    for (const [id, method] of sent[from]) complaints.push(`no answer to ${method} of the ${from} with the ID ${id}`);
  }
  return { complaints, declarations };
}

/** Returns complaints about a request or a notification. */
function asked(from, message, add) {
  const { method, params } = message;
  const unknown = Object.keys(message).filter((name) => !['jsonrpc', 'id', 'method', 'params'].includes(name));
  if (unknown.length > 0) return [`${method} has the members ${unknown}`];
  if (others[method]) {
    add(others[method], params, message);
    return [];
  }
  const known = methods.get(method);
  if (!known) return invented.includes(method) ? [] : [`the method ${method} does not exist`];
  if (known.isRequest !== (message.id !== undefined)) return [`${method} is ${known.isRequest ? 'a request' : 'a notification'}`];
  if (known.sender !== 'both' && !known.sender.startsWith(from)) return [`${method} is not sent by the ${from}`];
  if (known.hasParams !== (params !== undefined)) return [`${method} has ${known.hasParams ? 'no ' : ''}params`];
  if (method === 'client/registerCapability') {
    for (const r of params.registrations) {
      const registered = methods.get(r.method);
      if (!registered) return [`the method ${r.method} cannot be registered`];
      const options = registered.isRequest ? 'p.ProtocolRequestType<any, any, any, any, infer O>' : 'p.ProtocolNotificationType<any, infer O>';
      add(`Registered<'${r.method}', typeof p.${registered.name}.type extends ${options} ? O : never>`, { registrations: [r] }, message);
    }
    return [];
  }
  add(`Params<typeof p.${known.name}.type>`, params, message);
  return [];
}

/** Returns complaints about a response. */
function answered(from, method, message, add) {
  const unknown = Object.keys(message).filter((name) => !['jsonrpc', 'id', 'result', 'error'].includes(name));
  if (unknown.length > 0) return [`the answer to ${method} has the members ${unknown}`];
  if ((message.result === undefined) === (message.error === undefined)) return [`the answer to ${method} has not one of result and error`];
  if (message.error) {
    add('{ code: number, message: string, data?: unknown }', message.error, message);
    return Number.isInteger(message.error.code) ? [] : [`the answer to ${method} has the code ${message.error.code}`];
  }
  const known = methods.get(method);
  if (!known) return [`there is a result for ${method}`];
  const result = `Result<typeof p.${known.name}.type>`;
  if (message.result === null) {
    add(`${result} extends void ? null : Extract<${result}, null>`, null, message);
  } else {
    add(narrower[method] ?? result, message.result, message);
  }
  return [];
}

// Members that the protocol calls uinteger or integer, which are numbers to TypeScript.
const integers = ['line', 'character', 'startLine', 'endLine', 'startCharacter', 'endCharacter', 'version', 'severity', 'kind', 'tabSize'];

/** Returns complaints about numbers that should be natural numbers of 31 bits. */
function numbers(value, message, found = []) {
  if (value === null || typeof value !== 'object') return found;
  for (const [name, inner] of Object.entries(value)) {
    if (integers.includes(name) && typeof inner === 'number' && !(Number.isInteger(inner) && inner >= 0 && inner < 2 ** 31)) {
      found.push(`${name} is ${inner} in ${JSON.stringify(message).slice(0, 200)}`);
    }
    numbers(inner, message, found);
  }
  return found;
}

/**
 * Compiles declarations. Returns the errors of the compiler, each with the message that it is about.
 */
export async function compile(declarations) {
  const dir = await mkdtemp(path.join(import.meta.dirname, 'checked-')); // here, so that the compiler finds the package
  try {
    const list = [...declarations];
    const lines = list.map(([text], i) => `export const m${i}${text}\n`);
    await writeFile(path.join(dir, 'messages.ts'), head + registrations + lines.join(''));
    const first = (head + registrations).split('\n').length; // the line of the first message
    const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
    const output = await run(process.execPath, [tsc, '--noEmit', '--strict', '--skipLibCheck', '--exactOptionalPropertyTypes', '--pretty', 'false',
      '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext', '--types', 'node', path.join(dir, 'messages.ts')]);
    return output.split('\n').filter((line) => /error TS/.test(line)).map((line) => {
      const at = /messages\.ts\((\d+),/.exec(line);
      return { error: line.replace(/^.*?: error /, ''), message: at && list[at[1] - first]?.[1] };
    });
  } finally {
    await rm(dir, { recursive: true });
  }
}

function run(program, args) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number' || stderr) reject(new Error(`${error} ${stderr}`));
      else resolve(stdout);
    });
  });
}
