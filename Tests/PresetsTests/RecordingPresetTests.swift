import Capture
import MediaFormats
import MediaTime
import Presets
import Testing

/// What presets say of recordings.
@Suite struct RecordingPresetTests {
    @Test func `Every key is read`() throws {
        let preset = try Preset(
            parsing: """
                summary: All of it
                record:
                  # A comment for people.
                  frame-rate: 239.76
                  size: 1280x720
                  min-size: 640x360
                  format: YUYV
                  shutter: 1/1000
                  video-codec: hevc
                  disposable: 4
                  quality: 24
                  rotate: 90
                  mirror: true
                  audio: hw:1
                  max-duration: 10s
                  pre-roll: 2500ms
                  trigger: audio:-20dB
                  segments: true
                """,
            file: "all.yaml"
        )
        let recording = try #require(preset.recording)
        #expect(recording.preferences.frameRate == FrameRate(240_000, 1001))
        #expect(recording.preferences.size == FrameSize(width: 1280, height: 720))
        #expect(recording.preferences.minimumSize == FrameSize(width: 640, height: 360))
        #expect(recording.shutter == RationalTime(1, 1000))
        #expect(recording.preferences.format?.description == "YUYV")
        #expect(recording.coding == .hevc)
        #expect(recording.disposable == 4)
        #expect(recording.quality == 24)
        #expect(recording.rotation == .clockwise90)
        #expect(recording.isMirrored == true)
        #expect(recording.microphone == .named("hw:1"))
        #expect(recording.duration == RationalTime(10, 1))
        #expect(recording.preRoll == RationalTime(5, 2))
        #expect(recording.trigger == .audio(decibels: -20))
        #expect(recording.makesSegments == true)
        #expect(preset.isForRecordingOnly)
    }

    @Test(arguments: ["disposable", "droppable"]) func `A key may have an older name`(key: String) throws {
        let preset = try Preset(parsing: "summary: x\nrecord:\n  \(key): 4\n", file: "x")
        #expect(preset.recording?.disposable == 4)
    }

    @Test func `A preset may say both, or neither`() throws {
        let both = try Preset(parsing: "summary: x\nrate: 1/2\nrecord: {frame-rate: 120}\n", file: "x")
        #expect(both.recording?.preferences.frameRate == FrameRate(120))
        #expect(!both.isForRecordingOnly)
        let neither = try Preset(parsing: "summary: x\n", file: "x")
        #expect(neither.recording == nil && !neither.isForRecordingOnly)
    }

    @Test func `A trigger alone is waited for, without pre-roll`() throws {
        let preset = try Preset(parsing: "summary: x\nrecord:\n  trigger: motion:0,1,20,30\n", file: "x")
        let area = FrameArea(left: 0, top: 1, size: FrameSize(width: 20, height: 30))
        #expect(preset.recording?.trigger == .motion(area))
        #expect(preset.recording?.preRoll == .zero)
        #expect(
            try Preset(parsing: "summary: x\nrecord: {audio: none}\n", file: "x").recording?.microphone
                == MicrophoneRequest.none
        )
    }

    @Test(arguments: [
        ("summary: x\npre-roll: 5s\n", "p.yaml:2: there is no key 'pre-roll'", "it belongs below 'record:'"),
        ("summary: x\nrecord:\n  pitch: mute\n", "p.yaml:3: there is no key 'pitch'", "it belongs beside 'record:'"),
        ("summary: x\nrecord:\n  pre-rol: 5s\n", "p.yaml:3: there is no key 'pre-rol'", "did you mean 'pre-roll'?"),
        ("summary: x\nrecord: 240\n", "p.yaml:2: 'record' is a list of 'key: value' lines below it, indented", nil),
        ("summary: x\nrecord:\n  size: 12\n", "p.yaml:3: size: '12': a size is written 640x360", nil),
        (
            "summary: x\nrecord:\n  pre-roll: 20f\n",
            "p.yaml:3: pre-roll: '20f': a duration is written 90s, 250ms or 00:10:00", nil
        ),
        (
            "summary: x\nrecord:\n  trigger: exit:make\n",
            "p.yaml:3: trigger: 'exit:make': a trigger is written audio:-20dB or motion:x,y,w,h", nil
        ),
        (
            "summary: x\nrecord:\n  video-codec: hevcc\n",
            "p.yaml:3: video-codec: there is no 'hevcc'; choose one of copy, h264, hevc, ffv1", "did you mean 'hevc'?"
        ),
        (
            "summary: x\nrecord:\n  rotate: 45\n",
            "p.yaml:3: rotate: '45': frames are turned by 0, 90, 180 or 270 degrees", nil
        ),
    ])
    func `What no preset says is refused with its line`(text: String, message: String, hint: String?) {
        #expect {
            try Preset(parsing: text, file: "p.yaml")
        } throws: { error in
            let error = error as? PresetError
            return error?.code == .malformed && error?.message == message && error?.hint == hint
        }
    }
}
