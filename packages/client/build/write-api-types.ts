import ts from 'typescript';

/** Types that stand by their name in the package: the language's own, and those of the client. */
const named: ReadonlySet<string> = new Set(['Promise', 'CallOptions']);

const isReference = (type: ts.Type): type is ts.TypeReference => 'target' in type;

/**
 * Writes the types of the calls out, so that they need neither the router nor the libraries it is made with: every input
 * and output becomes a plain object type. What cannot be written so fails the build.
 */
export class ApiTypeWriter {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** The text of a type, indented for a given depth. */
  write(type: ts.Type, depth = 0): string {
    const checker = this.#checker;
    const simple = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never | ts.TypeFlags.VoidLike;
    const plain =
      simple | ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.Null;
    if (type.flags & plain) return checker.typeToString(type);
    if (type.isUnion()) return this.#union(type, depth);
    // A branded text: what it is made of is the product's own matter.
    if (type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.String)) return 'string';
    // A type without a symbol has no name.
    const name = type.symbol?.name ?? '';
    if (named.has(name)) {
      const inner = isReference(type) ? checker.getTypeArguments(type) : [];
      return inner.length === 0 ? name : `${name}<${inner.map((one) => this.write(one, depth)).join(', ')}>`;
    }
    if (checker.isTupleType(type) && isReference(type)) {
      const items = checker.getTypeArguments(type).map((one) => this.write(one, depth));
      return `readonly [${items.join(', ')}]`;
    }
    if (checker.isArrayType(type) && isReference(type)) {
      const [item] = checker.getTypeArguments(type);
      if (!item) throw new Error('An array without a type of its items');
      const text = this.write(item, depth);
      return item.isUnion() ? `readonly (${text})[]` : `readonly ${text}[]`;
    }
    const [signature, ...others] = type.getCallSignatures();
    if (signature && others.length === 0) return this.#call(signature, ' => ', depth);
    if (type.flags & ts.TypeFlags.Object || type.isIntersection()) return this.#object(type, depth);
    throw new Error(`No form for ${checker.typeToString(type)}`);
  }

  /** @param isOptional of a member that may be missing: undefined is then written by its place */
  #union({ types }: ts.UnionType, depth: number, isOptional = false): string {
    const texts = new Set(types.map((one) => this.write(one, depth)));
    // true and false are listed apart, null and undefined in the middle.
    if (texts.has('true') && texts.has('false')) {
      texts.delete('true');
      texts.delete('false');
      texts.add('boolean');
    }
    const last = ['null', 'void', 'undefined'].filter((text) => texts.delete(text));
    return [...texts, ...last.filter((text) => !isOptional || text === 'null')].join(' | ') || 'undefined';
  }

  #optional(type: ts.Type, depth: number): string {
    return type.isUnion() ? this.#union(type, depth, true) : this.write(type, depth);
  }

  #call(signature: ts.Signature, arrow: string, depth: number): string {
    const parameters = signature.parameters.map((parameter) => {
      const { valueDeclaration: declaration } = parameter;
      const isOptional = declaration && ts.isParameter(declaration) && declaration.questionToken !== undefined;
      const type = this.#checker.getTypeOfSymbol(parameter);
      return isOptional
        ? `${parameter.name}?: ${this.#optional(type, depth)}`
        : `${parameter.name}: ${this.write(type, depth)}`;
    });
    return `(${parameters.join(', ')})${arrow}${this.write(signature.getReturnType(), depth)}`;
  }

  #object(type: ts.Type, depth: number): string {
    const inner = '  '.repeat(depth + 1);
    const members = type.getProperties().map((property) => {
      const name = /^[A-Za-z_$][\w$]*$/.test(property.name) ? property.name : JSON.stringify(property.name);
      const inside = this.#checker.getTypeOfSymbol(property);
      const about = ts.displayPartsToString(property.getDocumentationComment(this.#checker)).replaceAll('\n', ' ');
      const comment = about === '' ? '' : `${inner}/** ${about} */\n`;
      const [call] = inside.getCallSignatures();
      if (call) return `${comment}${inner}${name}${this.#call(call, ': ', depth + 1)};\n`;
      // A member that may be missing may also be given as undefined: the product takes both.
      return property.flags & ts.SymbolFlags.Optional
        ? `${comment}${inner}readonly ${name}?: ${this.#optional(inside, depth + 1)} | undefined;\n`
        : `${comment}${inner}readonly ${name}: ${this.write(inside, depth + 1)};\n`;
    });
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) members.push(`${inner}readonly [name: string]: ${this.write(index.type, depth + 1)};\n`);
    return members.length === 0 ? '{}' : `{\n${members.join('')}${'  '.repeat(depth)}}`;
  }
}
