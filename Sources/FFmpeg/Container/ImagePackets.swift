internal import CFFmpeg
internal import Glibc
internal import PathNames

/// The packets of numbered images: each is a file as it is.
///
/// libavformat's own reader of numbered images opens the first of them, and says what it holds. It could read the others, too; but it
/// finds the last one by trying names, ends the clip without a word at a file that is empty, and at some of the numbers that are missing.
///
/// `@unchecked Sendable`: its owner is noncopyable, so one thread at a time uses it.
final class ImagePackets: @unchecked Sendable {
    private let images: NumberedImages
    /// The number of the next image; `nil` behind the last one.
    private var next: Int64?
    /// The run that it is in.
    private var run = 0
    /// Whether packets have times only: no file is opened.
    var leavesPayloads = false

    init(_ images: NumberedImages) {
        self.images = images
        next = images.first
    }

    /// Reads the next image; `false` behind the last one. One that cannot be read is passed over by the next call.
    func read(into packet: borrowing Packet) throws(FFmpegError) -> Bool {
        guard let number = next else { return false }
        advance(from: number)
        packet.reset()
        if !leavesPayloads { try packet.load(fileAt: images.path(of: number)) }
        packet.pts = number - images.first
        packet.dts = packet.pts
        packet.duration = (next ?? number + 1) - number
        packet.streamIndex = 0
        packet.markAsKey()
        return true
    }

    /// Goes to the last image at or before a timestamp, and to the first one where there is none.
    ///
    /// - Complexity: O(log *n*) in the number of runs.
    func seek(to timestamp: Int64) {
        let number = images.first + min(max(0, timestamp), images.last - images.first)
        var (low, high) = (0, images.runs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if images.runs[middle].lowerBound <= number { low = middle } else { high = middle }
        }
        run = low
        next = min(number, images.runs[low].upperBound)
    }

    private func advance(from number: Int64) {
        if number < images.runs[run].upperBound {
            next = number + 1
        } else if run + 1 < images.runs.count {
            run += 1
            next = images.runs[run].lowerBound
        } else {
            next = nil
        }
    }
}

extension Packet {
    /// Makes the payload a whole file.
    fileprivate func load(fileAt path: String) throws(FFmpegError) {
        func failed(_ code: Int32) -> FFmpegError {
            let error = FFmpegError("read", path, code: code, logLine: nil)
            return FFmpegError("read", path, code: code, logLine: error.description)
        }
        // A pipe would wait for a writer.
        let file = unsafe open(path.pathBytes, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw failed(oc_averror(errno)) }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let count = Int32(exactly: status.st_size), count < Int32.max - AV_INPUT_BUFFER_PADDING_SIZE
        else { throw failed(oc_averror(EINVAL)) }
        guard count > 0 else {
            throw FFmpegError("read", path, code: oc_averror_invaliddata, logLine: "\(path) is empty")
        }
        try check(unsafe av_new_packet(pointer, count), "allocate", "a packet")
        var done = 0
        while done < count {
            let got = unsafe Glibc.read(file, pointer.pointee.data + done, Int(count) - done)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw failed(oc_averror(got == 0 ? EIO : errno)) }
            done += got
        }
    }
}
