internal import FlyingFox
internal import Foundation
internal import Studio

/// What is answered, with the headers that every answer has.
enum Answer {
    /// Bytes of some type.
    static func bytes(
        _ bytes: [UInt8],
        _ type: String,
        status: HTTPStatusCode = .ok,
        headers: [String: String] = [:]
    ) -> HTTPResponse {
        var all: HTTPHeaders = [.contentType: type, .cacheControl: "no-store"]
        all[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        all[HTTPHeader("Referrer-Policy")] = "no-referrer"
        all[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        all[HTTPHeader("Cross-Origin-Opener-Policy")] = "same-origin"
        all[HTTPHeader("X-Frame-Options")] = "DENY"
        for (name, value) in headers { all[HTTPHeader(name)] = value }
        let body = HTTPBodySequence(data: Data(bytes), suggestedBufferSize: 1 << 16)
        return HTTPResponse(statusCode: status, headers: all, body: body)
    }

    /// A document as JSON.
    static func json(_ document: some Encodable, status: HTTPStatusCode = .ok) throws -> HTTPResponse {
        bytes(try jsonBytes(document), "application/json", status: status)
    }

    /// A document as JSON.
    static func jsonBytes(_ document: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(document))
    }

    /// An error as the page reads it.
    static func failure(_ error: any Error) -> HTTPResponse {
        struct Document: Encodable {
            let error: String
            let hint: String?
            let exists: Bool?
        }
        let known = error as? StudioError
        let document = Document(
            error: known?.message ?? "\(error)",
            hint: known?.hint,
            exists: known?.kind == .exists ? true : nil
        )
        let bytes = (try? jsonBytes(document)) ?? []
        return Self.bytes(bytes, "application/json", status: known.map { status(of: $0.kind) } ?? .unprocessableContent)
    }

    /// The answer to whatever is not there, and to whoever does not know the token.
    static var nothing: HTTPResponse {
        bytes(Array("Not found\n".utf8), "text/plain; charset=utf-8", status: .notFound)
    }

    /// The answer that leads to another path.
    static func elsewhere(_ path: String) -> HTTPResponse {
        bytes(Array("See \(path)\n".utf8), "text/plain; charset=utf-8", status: .seeOther, headers: ["Location": path])
    }

    /// The answer to whoever would change the page.
    static var notAllowed: HTTPResponse {
        let text = Array("Method not allowed\n".utf8)
        return bytes(text, "text/plain; charset=utf-8", status: .methodNotAllowed, headers: ["Allow": "GET, HEAD"])
    }

    /// An answer without its body, of which the headers are true (RFC 9110, 9.3.2).
    static func head(of answer: HTTPResponse) -> HTTPResponse {
        guard case .httpBody(let body) = answer.payload else { return answer }
        var headers = answer.headers
        headers[.contentLength] = body.count.map(String.init)
        return HTTPResponse(statusCode: answer.statusCode, headers: headers)
    }

    /// The answer to other pages.
    static var refused: HTTPResponse {
        bytes(Array("Forbidden\n".utf8), "text/plain; charset=utf-8", status: .forbidden)
    }

    /// The code of a refusal.
    static func status(of kind: StudioError.Kind) -> HTTPStatusCode {
        switch kind {
        case .notFound: .notFound
        case .outdated: .gone
        case .forbidden: .forbidden
        case .invalid: .badRequest
        case .unreadable, .notWritable, .failed: .unprocessableContent
        case .exists: .conflict
        case .busy: .serviceUnavailable
        }
    }

    /// What the page's own files may do: nothing beyond this server.
    static func policy(port: UInt16) -> String {
        "default-src 'self'; script-src 'self'; style-src 'self'; worker-src 'self'; img-src 'self' blob: data:; "
            + "media-src 'self' blob:; connect-src 'self' ws://127.0.0.1:\(port) ws://localhost:\(port); "
            + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'"
    }
}
