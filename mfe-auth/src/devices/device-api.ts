import type { DeviceList } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about signed-in devices. */
export const deviceApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    authDevices: build.query<DeviceList, void>({
      query: () => '/auth/sessions',
      providesTags: ['AuthSession'],
    }),
    authRevokeDevice: build.mutation<null, string>({
      query: (id) => ({ url: `/auth/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['AuthSession'],
    }),
    authLogOutEverywhere: build.mutation<null, void>({
      query: () => ({ url: '/auth/logout-everywhere', method: 'POST' }),
    }),
  }),
});

export const { useAuthDevicesQuery, useAuthRevokeDeviceMutation, useAuthLogOutEverywhereMutation } = deviceApi;
