internal import FlyingFox
internal import Foundation
internal import Studio

/// The open connection of a page: it says where it looks, and gets pictures and news.
struct PageSocket: WSHandler {
    let session: StudioSession
    let pages: OpenPages
    let checks: ClipChecks

    /// A message of a page is a line.
    private static let mostBytes = 1 << 16

    func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
        let mailbox = Mailbox()
        let viewer = session.frames.newViewer()
        let listener = session.listen { event in
            if let (subject, text) = News.text(of: event) { mailbox.post(text, about: subject) }
        }
        let reading = Task {
            await read(client, mailbox, viewer)
            mailbox.finish()
        }
        let end = EndOnce { [session, pages] in
            reading.cancel()
            mailbox.finish()
            session.forget(listener)
            session.frames.leave(viewer)
            pages.leave()
        }
        return AsyncStream {
            guard let frame = await mailbox.next() else {
                end.run()
                return nil
            }
            return frame
        } onCancel: {
            mailbox.finish()
            end.run()
        }
    }

    private func read(
        _ client: AsyncThrowingStream<WSFrame, any Error>,
        _ mailbox: Mailbox,
        _ viewer: Int
    ) async {
        var message = Data()
        do {
            for try await frame in client {
                switch frame.opcode {
                case .text, .continuation:
                    message.append(frame.payload)
                    guard message.count <= Self.mostBytes else {
                        return mailbox.post(control: .close(message: "too long"))
                    }
                    guard frame.fin else { continue }
                    take(message, mailbox, viewer)
                    message.removeAll()
                case .ping: mailbox.post(control: WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
                case .pong: continue
                case .close:
                    return mailbox.post(control: WSFrame(fin: true, opcode: .close, mask: nil, payload: frame.payload))
                default: return mailbox.post(control: .close(message: "unexpected"))
                }
            }
        } catch {}
    }

    private struct Message: Decodable {
        let type: String
        let clip: Int?
        let frame: Int?
        let width: Int?
        let stride: Int?
    }

    private func take(_ bytes: Data, _ mailbox: Mailbox, _ viewer: Int) {
        do {
            let message = try JSONDecoder().decode(Message.self, from: bytes)
            guard message.type == "look", let id = message.clip, let frame = message.frame else { return }
            let clip = try session.library.clip(id)
            checks.check(id) { mailbox.post(News.text(of: $0), about: "error") }
            guard clip.video != nil else { return }
            let look = Look(frame: frame, width: message.width ?? 1280, stride: message.stride ?? 0)
            mailbox.look(at: look.frame, ofClip: id)
            session.frames.look(at: look, of: clip, viewer: viewer) { mailbox.post($0) }
        } catch {
            mailbox.post(News.text(of: error), about: "error")
        }
    }
}

/// Runs a body once, whoever comes first: at the latest when nobody can any more. Who cannot write to a page just drops what was to be
/// written.
private final class EndOnce: Sendable {
    private let body: @Sendable () -> Void
    private let isDone = OnceFlag()

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    deinit { run() }

    func run() { if isDone.set() { body() } }
}
