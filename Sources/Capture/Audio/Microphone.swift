internal import ALSA
internal import Glibc
package import MediaTime

/// A microphone behind ALSA.
package final class Microphone: AudioStream {
    package let name: String
    package let sampleRate: Int
    package let channelCount: Int
    private let handle: CaptureHandle
    private var samples: [Float]

    /// ALSA's name for the microphone that the user has chosen.
    package static let usual = "default"

    /// The most samples of each channel that are read at once.
    private static let blockLength = 4096

    /// Opens a device.
    ///
    /// - Throws: ``CaptureError``: `.noMicrophone`, `.busy`, `.notPermitted`, or `.unsupported` where it gives no audio that can
    ///   be used.
    package static func open(_ device: String, sampleRate: Int = 48_000) throws(CaptureError) -> Microphone {
        do {
            return Microphone(try CaptureHandle.open(device, sampleRate: sampleRate, channelCount: 2))
        } catch {
            throw CaptureError(error, opening: true)
        }
    }

    private init(_ handle: consuming CaptureHandle) {
        name = handle.device
        sampleRate = handle.setup.sampleRate
        channelCount = handle.setup.channelCount
        samples = [Float](repeating: 0, count: Self.blockLength * handle.setup.channelCount)
        self.handle = handle
    }

    package func start() throws(CaptureError) {
        do { try handle.start() } catch { throw CaptureError(error, opening: true) }
    }

    package func stop() throws(CaptureError) {
        do { try handle.stop() } catch { throw CaptureError(error, opening: false) }
    }

    package func nextBlock(
        within timeout: RationalTime,
        _ body: (borrowing Span<Float>, RationalTime) -> Void
    ) throws(CaptureError) -> Bool {
        do {
            guard try handle.wait(milliseconds: Int(timeout.seconds * 1000)) else { return false }
            guard let (count, first) = try handle.read(into: &samples) else {
                // What ran over is a gap, which the next block's instant tells.
                try handle.recover()
                return false
            }
            let block = samples.prefix(count * channelCount)
            body(block.span, first)
            return true
        } catch {
            if error.errno == EPIPE {
                do { try handle.recover() } catch { throw CaptureError(error, opening: false) }
                return false
            }
            throw CaptureError(error, opening: false)
        }
    }
}

extension CaptureError {
    init(_ error: ALSAError, opening: Bool) {
        let code: Code =
            switch error.errno {
            case ENOENT, ENODEV, ENXIO: opening ? .noMicrophone : .unplugged
            case EBUSY: .busy
            case EACCES, EPERM: .notPermitted
            case EINVAL: .unsupported
            default: opening ? .noMicrophone : .reading
            }
        self.init(code, error.description, cause: error)
    }
}
