internal import CALSA
internal import Glibc

/// What a device for recording is, and what it can do.
package struct CaptureDeviceDescription: Hashable, Sendable {
    /// ALSA's name for it, the same after a restart: `hw:CARD=Mic,DEV=0`.
    package let device: String
    /// The card's name and the device's, for people.
    package let name: String
    /// What it can do; `nil` where another program has it, so that it does not say.
    package let abilities: Abilities?

    package struct Abilities: Hashable, Sendable {
        /// Samples a second, of the rates in common use.
        package let sampleRates: [Int]
        package let channels: ClosedRange<Int>
    }

    private static let commonRates: [UInt32] = [
        8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
    ]

    /// The devices of all sound cards, in the system's order. What cannot be asked is left out.
    package static func all() -> [CaptureDeviceDescription] {
        oc_alsa_silence()
        var devices: [CaptureDeviceDescription] = []
        var card: Int32 = -1
        while unsafe snd_card_next(&card) >= 0, card >= 0 {
            var control: OpaquePointer?
            guard unsafe snd_ctl_open(&control, "hw:\(card)", 0) >= 0, let control = unsafe control else { continue }
            defer { unsafe snd_ctl_close(control) }
            unsafe devices += all(of: control)
        }
        return devices
    }

    private static func all(of control: OpaquePointer) -> [CaptureDeviceDescription] {
        var (card, device): (OpaquePointer?, OpaquePointer?)
        guard unsafe snd_ctl_card_info_malloc(&card) >= 0 else { return [] }
        defer { unsafe snd_ctl_card_info_free(card) }
        guard unsafe snd_pcm_info_malloc(&device) >= 0 else { return [] }
        defer { unsafe snd_pcm_info_free(device) }
        guard unsafe snd_ctl_card_info(control, card) >= 0 else { return [] }
        let id = unsafe text(snd_ctl_card_info_get_id(card))
        let cardName = unsafe text(snd_ctl_card_info_get_name(card))
        var devices: [CaptureDeviceDescription] = []
        var number: Int32 = -1
        while unsafe snd_ctl_pcm_next_device(control, &number) >= 0, number >= 0 {
            unsafe snd_pcm_info_set_device(device, UInt32(number))
            unsafe snd_pcm_info_set_subdevice(device, 0)
            unsafe snd_pcm_info_set_stream(device, SND_PCM_STREAM_CAPTURE)
            // A device that only plays has none.
            guard unsafe snd_ctl_pcm_info(control, device) >= 0 else { continue }
            let name = unsafe text(snd_pcm_info_get_name(device))
            let path = "hw:CARD=\(id),DEV=\(number)"
            devices.append(
                CaptureDeviceDescription(
                    device: path,
                    name: name.isEmpty || name == cardName ? cardName : "\(cardName), \(name)",
                    abilities: abilities(of: path)
                )
            )
        }
        return devices
    }

    private static func abilities(of device: String) -> Abilities? {
        var (opened, parameters): (OpaquePointer?, OpaquePointer?)
        guard unsafe snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK)) >= 0,
            let pcm = unsafe opened
        else { return nil }
        defer { unsafe snd_pcm_close(pcm) }
        guard unsafe snd_pcm_hw_params_malloc(&parameters) >= 0 else { return nil }
        defer { unsafe snd_pcm_hw_params_free(parameters) }
        var (least, most): (UInt32, UInt32) = (0, 0)
        guard unsafe snd_pcm_hw_params_any(pcm, parameters) >= 0,
            unsafe snd_pcm_hw_params_get_channels_min(parameters, &least) >= 0,
            unsafe snd_pcm_hw_params_get_channels_max(parameters, &most) >= 0
        else { return nil }
        let rates = commonRates.filter { unsafe snd_pcm_hw_params_test_rate(pcm, parameters, $0, 0) == 0 }
        return Abilities(sampleRates: rates.map(Int.init), channels: Int(least)...Int(max(least, most)))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}
