import FFmpeg
import TestSupport
import Testing

extension CameraRigTests {
    /// A television input, whose driver has both fields in one buffer, and an HDMI input with an interlaced signal, whose driver has each
    /// in one of its own.
    @Suite struct Fields {
        /// Each line of one field is bright, and of the other one dark: vivid's pattern of that number, without its words.
        private static let pattern = "v4l2-ctl --device 10 --set-ctrl=test_pattern=15,osd_text_mode=2"

        private static let boot = Task {
            try await CameraRig().run(
                [
                    RigStep(
                        "ready",
                        within: 60,
                        """
                        modprobe vivid n_devs=1 node_types=0x1 num_inputs=2 input_types=0xD vid_cap_nr=10
                        warm overcrank
                        """
                    )
                ]
                    + [("pal", "720x576"), ("ntsc", "720x480")].map { standard, size in
                        RigStep(
                            standard,
                            within: 90,
                            """
                            v4l2-ctl --device 10 --set-input=0 --set-standard=\(standard)
                            \(pattern)
                            overcrank probe /dev/video10 --input 0 --format UYVY --size \(size) --json >/mnt/out/\(standard).json
                            overcrank record /dev/video10 --input 0 --format UYVY --size \(size) -o /run/\(standard).mp4 --video-codec h264 \
                                --max-duration 0.5s --json --audio none
                            cp /run/\(standard).mp4 /mnt/out/
                            """
                        )
                    } + [
                        RigStep(
                            "HDMI",
                            within: 90,
                            """
                            v4l2-ctl --device 10 --set-input=1
                            number=$(v4l2-ctl --device 10 --list-dv-timings | awk '/Index:/ { n = $2 } /Active width: 1920/ { w = n }
                                /Active height: 1080/ { h = n } /Frame format: interlaced/ && w == n && h == n && !found { print n; found = 1 }')
                            v4l2-ctl --device 10 --set-dv-bt-timings=index="$number"
                            \(pattern)
                            overcrank probe /dev/video10 --input 1 --format UYVY --json >/mnt/out/HDMI.json
                            overcrank record /dev/video10 --input 1 --format UYVY -o /run/HDMI.mov --video-codec copy \
                                --max-duration 0.2s --json --audio none
                            cp /run/HDMI.mov /mnt/out/
                            """
                        )
                    ]
            )
        }

        /// The luma of each line of the first frame, in its middle.
        private static func lines(of clip: ClipReader) throws -> [Int] {
            var lines: [Int] = []
            try clip.decode(0) { frame in
                guard lines.isEmpty else { return }
                // Where chroma lies between them, each second byte is of luma.
                let (stride, height, middle) = (frame.stride(ofPlane: 0), frame.height, frame.width / 2 | 1)
                frame.withPlane(0) { plane in
                    for line in 0..<height { lines.append(Int(plane[line * stride + middle])) }
                }
            }
            return lines
        }

        @Test(arguments: [
            ("pal", "mp4", FieldOrder.upperFirst), ("ntsc", "mp4", .lowerFirst), ("HDMI", "mov", .upperFirst),
        ])
        func `Whole frames are stored, line by line, with the order of their fields`(
            step: String,
            ending: String,
            order: FieldOrder
        ) async throws {
            let results = try await Self.boot.value
            let outcome = try results(step)
            try #require(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("interlaced, \(order == .upperFirst ? "upper" : "lower") field first"))
            let report = try RecordReport(parsing: outcome.output, errors: outcome.errors)
            #expect(report.lost.total == 0)
            let clip = try ClipReader(results.files.file("\(step).\(ending)"))
            #expect(report.frames >= 5)
            #expect(clip.streams[0].parameters.fieldOrder == order)
            #expect(try clip.fieldOrders().allSatisfy { $0 == order })
            let lines = try Self.lines(of: clip)
            #expect(lines.count == ["pal": 576, "ntsc": 480, "HDMI": 1080][step])
            let steps = zip(lines, lines.dropFirst()).map { $1 - $0 }
            for (number, step) in steps.enumerated() {
                #expect(abs(step) > 100 && (step * steps[0] > 0) == (number % 2 == 0), "\(number): \(step)")
            }
        }

        @Test(arguments: [("pal", "upperFirst", 25.0), ("ntsc", "lowerFirst", 29.97), ("HDMI", "upperFirst", 25)])
        func `A probe says so, and counts frames`(step: String, fields: String, rate: Double) async throws {
            let text = try await Self.boot.value.text(of: "\(step).json")
            #expect(text.contains(#""fields" : "\#(fields)""#), "\(text)")
            let lock = try ProbeReport(parsing: text).lock
            let measured = try #require(lock.measured)
            #expect(abs(measured / rate - 1) < 0.01)
        }
    }
}
